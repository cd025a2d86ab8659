import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'card',
    place: 10,
    path: 'desk',
    component: 'cards/desk',
    needs: 'cards:card:desk',
    icon: 'cash',
    titles: texts('Card desk', '卡业务', 'Guichet cartes', 'Loket kartu'),
    buttons: [],
  },
]
