import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'gateway',
    place: 10,
    path: 'list',
    component: 'gateways/index',
    needs: 'devices:gateway:manage',
    icon: 'tower',
    titles: texts('Gateways', '网关', 'Passerelles', 'Gateway'),
    shows: ['/api/v1/gateways', '/api/v1/device-profile-mappings'],
  },
  {
    directory: 'system',
    place: 70,
    path: 'settings',
    component: 'system/settings/index',
    needs: 'system:tenantSettings:query',
    icon: 'adjustments',
    titles: texts('Utility settings', '租户设置', 'Paramètres du service d’eau', 'Pengaturan perusahaan'),
    buttons: ['system:tenantSettings:edit'],
    audience: 'tenant',
    shows: ['/prod-api/system/tenant/settings'],
  },
]
