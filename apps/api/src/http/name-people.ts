import { nameActors } from '@nightflow/platform/people/actor-names'
import { replaceActors } from '@nightflow/schemas/shared/actors'
import type { Language, Texts } from '@nightflow/schemas/shared/language'
import type { z } from 'zod'
import type { RequestContext } from './request-context.ts'

const identifier = /^(?:user|operator):\d+$/
const erased = /^((?:user|operator):)?erased-(\d+)$/

const erasedTexts: Texts = {
  en: 'erased user {{id}}',
  'zh-CN': '已清除用户 {{id}}',
  fr: 'utilisateur effacé {{id}}',
  id: 'pengguna terhapus {{id}}',
}

type Reader = Pick<RequestContext, 'servicePool' | 'caller' | 'language'>

/** The answer with the present names of the people in it: the fields that its schema declares as `Actor` or `PersonName`. */
export const namePeople = async <Data>(schema: z.ZodType, data: Data, { servicePool, caller, language }: Reader): Promise<Data> => {
  const found = new Set<string>()
  let isErased = false
  replaceActors(schema, data, (value) => {
    if (identifier.test(value)) found.add(value)
    isErased ||= erased.test(value)
    return value
  })
  if (found.size === 0 && !isErased) return data
  const names = found.size === 0 ? new Map<string, string>() : await nameActors(servicePool, caller.tenant, [...found])
  return replaceActors(schema, data, (value, form) => {
    const named = inWords(names.get(value) ?? value, language)
    return form === 'person' ? named.replace(/^(?:user|operator):/, '') : named
  })
}

/** The same for the rows of an export, page by page. */
export async function* namePeopleInPages<Row extends object>(
  row: z.ZodType,
  pages: AsyncIterable<readonly Row[]>,
  reader: Reader,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of pages) yield await namePeople(row.array(), rows, reader)
}

const inWords = (name: string, language: Language): string =>
  name.replace(erased, (_, kind: string | undefined, id: string) => `${kind ?? ''}${erasedTexts[language].replace('{{id}}', id)}`)
