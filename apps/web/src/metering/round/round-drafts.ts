import { z } from 'zod'

/** Values typed and not saved yet, by meter: they survive a reload and a closed browser. */
const Drafts = z.record(z.string(), z.string().max(20))
const draftsMax = 50

const keyOf = (person: string, walkById: number): string => `nightflow.round-drafts.${person}.${walkById}`

export const readDrafts = (person: string, walkById: number): Readonly<Record<string, string>> => {
  try {
    return Drafts.parse(JSON.parse(localStorage.getItem(keyOf(person, walkById)) ?? '{}'))
  } catch {
    return {}
  }
}

/** An empty text removes the draft. A full storage costs the draft alone: what is saved is kept elsewhere. */
export const writeDraft = (person: string, walkById: number, number: string, text: string): void => {
  const others = Object.entries(readDrafts(person, walkById)).filter(([of]) => of !== number)
  const drafts = text === '' ? others : [...others.slice(1 - draftsMax), [number, text]]
  try {
    if (drafts.length === 0) localStorage.removeItem(keyOf(person, walkById))
    else localStorage.setItem(keyOf(person, walkById), JSON.stringify(Object.fromEntries(drafts)))
  } catch {
    // As above.
  }
}
