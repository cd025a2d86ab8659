import { namedCommands } from '@nightflow/schemas/named-commands'

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
