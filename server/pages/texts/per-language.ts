// Formats of Intl, created once per language: creating one takes longer than all the rest of a
// page.

/** There are few languages, so nothing ever has to be dropped. */
export function perLanguage<Format>(make: (lang: string) => Format): (lang: string) => Format {
  const made = new Map<string, Format>();
  return (lang) => {
    const known = made.get(lang) ?? make(lang);
    made.set(lang, known);
    return known;
  };
}
