import { namedCommands } from '@nightflow/schemas/named-commands'
import { titlesOfPath } from '@nightflow/schemas/platform/operation-titles'
import { resources } from '@nightflow/schemas/resources'
import type { Texts } from '@nightflow/schemas/shared/language'

/** Verbs of every list have one name. */
const ofEveryList = ['export', 'importTemplate']

/** The key of the text that names a call: `PUT /prod-api/system/user/resetPwd/:userId` is `PUT-system-user-resetPwd`. */
export const operationKey = (operation: string): string => {
  const [method = '', path = ''] = operation.split(' ')
  const words = path.replace(/^\/(prod-api|api\/v1)\//, '').split('/')
  const last = words.at(-1) ?? ''
  return [method, ...(ofEveryList.includes(last) ? [last] : words.filter((word) => !word.startsWith(':')))].join('-')
}

/** The key of the text of a declared command, which is with the texts of its resource. */
export const commandKey = (operation: string): string | undefined => {
  for (const { texts, resource, commands } of namedCommands)
    for (const { name, endpoint } of commands)
      if (operation === `${endpoint.method} ${endpoint.path}`) return `${texts}:${resource}.command.${name}.short`
  return undefined
}

/** Names of a call of a declared resource, or of a read of any page: the key of the verb's text, and the title in every language or its key. */
export const resourceKeys = (operation: string): { verb: string; title: string | Texts } | undefined => {
  const [method = '', path = ''] = operation.split(' ')
  if (method === 'GET') {
    const titles = titlesOfPath(path)
    return titles && { verb: 'operation.ofResource.GET', title: titles }
  }
  if (!['POST', 'PUT', 'DELETE'].includes(method)) return undefined
  for (const { path: own, id, texts, name } of Object.values(resources))
    if (path === (method === 'DELETE' ? `${own}/:${id}` : own) || path === `${own}/importData`)
      return { verb: `operation.ofResource.${path === own || method !== 'POST' ? method : 'import'}`, title: `${texts}:${name}.title` }
  return undefined
}
