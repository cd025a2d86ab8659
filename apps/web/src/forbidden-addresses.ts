import { defaultMenus } from '@nightflow/schemas/default-menus'
import { wallScreen } from '#shell/menu-tree.ts'

/**
 * An address that the menu has for others: not a mistyped one, but one that this person may not see. A screen that opens apart has another address
 * than its place in the menu.
 */
export const isForbidden = (pathname: string): boolean =>
  defaultMenus.some(({ kind, parent, path, component }) => {
    if (kind !== 'page' || component === wallScreen) return false
    return new RegExp(`^${directoryOf(parent)}/${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname)
  })

/** A directory may be in another one. */
const directoryOf = (key: string | null): string => {
  const directory = defaultMenus.find((menu) => menu.key === key)
  return directory === undefined ? '' : `${directoryOf(directory.parent)}/${directory.path}`
}
