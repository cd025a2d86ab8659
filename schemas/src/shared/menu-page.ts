import type { Texts } from './language.ts'
import type { Permission } from './permissions.ts'
import type { Directory } from './resource.ts'

/** A page of the menu that is declared by itself: the list of a resource declares its own. */
export type MenuPage = {
  directory: Directory
  /** Pages of a directory are in the order of this number. */
  place: number
  path: string
  /** Names the screen: `leakage/map`. */
  component: string
  needs: Permission
  /** One of `shell/menu-icons`. */
  icon: string
  titles: Texts
  /** Permissions of the page besides `needs`: the other verbs of the same thing unless set. */
  buttons?: readonly Permission[]
  /** Users that may have it at all; all users unless set. */
  audience?: 'tenant' | 'platform' | 'everybody'
  /** Reached from other screens, absent from the sidebar. */
  isHidden?: true
  /** Beginnings of the paths whose calls this page shows: the operation log names them by its title. */
  shows?: readonly string[]
}
