import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'prepaid',
    place: 30,
    path: 'tokenDesk',
    component: 'prepaid/token-desk',
    needs: 'prepaid:token:sell',
    icon: 'cash',
    titles: texts('Token desk', '售码台', 'Guichet de jetons', 'Meja token'),
    audience: 'tenant',
    buttons: ['prepaid:token:decode'],
    shows: ['/prod-api/business/token/quote', '/prod-api/business/token/sell', '/prod-api/business/token/decode'],
  },
]
