/** A wrong argument. */
export class Mistyped extends Error {}

export const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** `WalkBy` becomes `walk-by`. */
export const kebab = (name: string): string => name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
export const words = (name: string): string => name.replaceAll('-', ' ')
export const plural = (name: string): string => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`)

/** One thing has a name in the singular: lists, tables and files of many are named from it. */
export const singularOf = (name: string): string => {
  const one = name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '')
  if (/[^sui]s$/.test(name)) throw new Mistyped(`NAME is one of them, ${one}, not ${name}`)
  return name
}

/** French nouns have an article, which says the gender of what is written about them. */
export const withArticle = (one: string | undefined): void => {
  if (one !== undefined && !/^(une? |un’|une’)/.test(one))
    throw new Mistyped(`--one has the French word with its article: un ${one} or une ${one}`)
}
