import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'system',
    place: 80,
    path: 'persons',
    component: 'privacy/persons',
    needs: 'privacy:person:list',
    icon: 'user-off',
    titles: texts('Personal data', '个人信息', 'Données personnelles', 'Data pribadi'),
    buttons: ['privacy:person:erase'],
    audience: 'tenant',
    shows: ['/api/v1/persons'],
  },
]
