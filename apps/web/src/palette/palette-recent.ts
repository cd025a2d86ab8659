import { z } from 'zod'

/** Something that was opened from the palette, with what it takes to open it again. */
const Recent = z.object({
  id: z.string().max(100),
  label: z.string().max(200),
  description: z.string().max(300),
  screen: z.string().max(100),
  params: z.record(z.string(), z.string()).optional(),
  search: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type Recent = z.infer<typeof Recent>

/** Recent entries at the top of an empty palette. */
const recentsMax = 6

/** With this one as the last that was used. */
export const withUsed = (recents: readonly Recent[], used: Recent): Recent[] =>
  [used, ...recents.filter(({ id }) => id !== used.id)].slice(0, recentsMax)

/** Of this person in this tab: names of customers do not outlive the session. */
const keyOf = ({ tenant, username }: { tenant: string; username: string }) => `palette-recent/${tenant}/${username}`

export const readRecents = (person: { tenant: string; username: string }): Recent[] => {
  try {
    return z
      .array(Recent)
      .max(recentsMax)
      .parse(JSON.parse(sessionStorage.getItem(keyOf(person)) ?? '[]'))
  } catch {
    return []
  }
}

export const keepRecent = (person: { tenant: string; username: string }, used: Recent): void =>
  sessionStorage.setItem(keyOf(person), JSON.stringify(withUsed(readRecents(person), used)))
