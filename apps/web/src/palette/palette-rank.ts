/** How well a text answers what was typed: 0 the same, 1 begins with it, 2 a word of it begins with it, 3 contains it, 4 not at all. */
export const rankOf = (text: string, wanted: string): number => {
  const [name, typed] = [text.toLowerCase(), wanted.trim().toLowerCase()]
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  const at = name.indexOf(typed)
  if (at < 0) return 4
  return /[\s\-_/.,:()]/.test(name[at - 1] ?? '') ? 2 : 3
}

/** Those that answer at all, the best first and otherwise in their order. `beside` are texts that count less than any name. */
export const ranked = <Thing>(
  things: readonly Thing[],
  wanted: string,
  { names, beside = () => [] }: { names: (thing: Thing) => readonly string[]; beside?: (thing: Thing) => readonly string[] },
): { thing: Thing; rank: number }[] => {
  const best = (texts: readonly string[]) => Math.min(4, ...texts.map((text) => rankOf(text, wanted)))
  return things
    .map((thing) => {
      const named = best(names(thing))
      return { thing, rank: named < 4 ? named : best(beside(thing)) + 4 }
    })
    .filter(({ rank }) => rank < 8)
    .toSorted((one, other) => one.rank - other.rank)
}
