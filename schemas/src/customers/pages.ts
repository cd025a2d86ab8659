import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'customer',
    place: 10,
    path: 'accounts',
    component: 'customers/accounts',
    needs: 'customers:account:list',
    icon: 'user-dollar',
    titles: texts('Accounts', '用户户号', 'Abonnements', 'Pelanggan'),
    shows: ['/prod-api/business/customer'],
  },
  {
    directory: 'customer',
    place: 20,
    path: 'accounts/:accountNo',
    component: 'customers/account',
    needs: 'customers:account:query',
    icon: 'user-dollar',
    titles: texts('Account', '户号详情', 'Abonnement', 'Pelanggan'),
    isHidden: true,
  },
]
