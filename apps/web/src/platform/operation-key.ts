import { namedCommands } from '@nightflow/schemas/named-commands'
import { resources } from '@nightflow/schemas/resources'

/** What every list can do has one name. */
const ofEveryList = ['export', 'importTemplate']

/** The key of the text that names a call: `PUT /prod-api/system/user/resetPwd/:userId` is `PUT-system-user-resetPwd`. */
export const operationKey = (operation: string): string => {
  const [method = '', path = ''] = operation.split(' ')
  const words = path.replace(/^\/(prod-api|api\/v1)\//, '').split('/')
  const last = words.at(-1) ?? ''
  return [method, ...(ofEveryList.includes(last) ? [last] : words.filter((word) => !word.startsWith(':')))].join('-')
}

/** The key of the text of a declared command, which stands with its resource. */
export const commandKey = (operation: string): string | undefined => {
  for (const { texts, resource, commands } of namedCommands)
    for (const { name, endpoint } of commands)
      if (operation === `${endpoint.method} ${endpoint.path}`) return `${texts}:${resource}.command.${name}.short`
  return undefined
}

/** What a call does with a declared resource: the key of the verb's text, and of the resource's title. */
export const resourceKeys = (operation: string): { verb: string; title: string } | undefined => {
  const [method = '', path = ''] = operation.split(' ')
  if (!['POST', 'PUT', 'DELETE'].includes(method)) return undefined
  for (const { path: own, id, texts, name } of Object.values(resources))
    if (path === (method === 'DELETE' ? `${own}/:${id}` : own))
      return { verb: `operation.ofResource.${method}`, title: `${texts}:${name}.title` }
  return undefined
}
