import { queryOptions } from '@tanstack/react-query'
import { lexer, type Token, type TokensList } from 'marked'

/** The guides, in the order of their work from the water to the money. A folder of `docs/guides` has one file of each in a language. */
export const guideNames = ['analyst', 'crew', 'clerk', 'agent', 'accountant', 'administrator', 'operator'] as const
export type GuideName = (typeof guideNames)[number]
export type Guide = { name: GuideName; title: string; tokens: readonly Token[] }

const files = import.meta.glob<string>('../../../../../docs/guides/*/*.md', { query: '?raw', import: 'default' })

const readGuide = async (name: GuideName, language: string): Promise<Guide> => {
  const load = files[`../../../../../docs/guides/${language}/${name}.md`] ?? files[`../../../../../docs/guides/en/${name}.md`]
  const tokens: TokensList = lexer((await load?.()) ?? '')
  const heading = tokens.find(({ type }) => type === 'heading')
  return { name, title: heading && 'text' in heading ? heading.text : name, tokens: tokens.filter((token) => token !== heading) }
}

export const guidesQuery = (language: string) =>
  queryOptions({
    queryKey: ['guides', language],
    queryFn: () => Promise.all(guideNames.map((name) => readGuide(name, language))),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The guide of a person: that of the first role which has one. */
export const guideOfRoles = (roles: readonly string[]): GuideName =>
  roles.map((role) => (role === 'admin' || role === 'trial' ? 'administrator' : role)).find(isGuide) ?? 'analyst'

export const isGuide = (name: string | undefined): name is GuideName => guideNames.some((each) => each === name)
