/** What every list can do has one name. */
const ofEveryList = ['export', 'importTemplate']

/** The key of the text that names a call: `PUT /prod-api/system/user/resetPwd/:userId` is `PUT-system-user-resetPwd`. */
export const operationKey = (operation: string): string => {
  const [method = '', path = ''] = operation.split(' ')
  const words = path.replace(/^\/(prod-api|api\/v1)\//, '').split('/')
  const last = words.at(-1) ?? ''
  return [method, ...(ofEveryList.includes(last) ? [last] : words.filter((word) => !word.startsWith(':')))].join('-')
}
