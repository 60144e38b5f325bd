// Patterns of event types: a type by itself, or all of a topic as `deposit.*`.

export function matchesType(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
