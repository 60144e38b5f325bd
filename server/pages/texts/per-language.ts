// Formats of Intl, made once for each language: making one takes longer than all else on a page.

/** Languages are few and our own, so nothing is ever forgotten. */
export function perLanguage<Format>(make: (lang: string) => Format): (lang: string) => Format {
  const made = new Map<string, Format>();
  return (lang) => {
    const known = made.get(lang) ?? make(lang);
    made.set(lang, known);
    return known;
  };
}
