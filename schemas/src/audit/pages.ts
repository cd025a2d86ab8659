import { texts } from '../shared/language.ts'
import type { MenuPage } from '../shared/menu-page.ts'

/** Pages of the menu that are no list of a resource. */
export const pages: readonly MenuPage[] = [
  {
    directory: 'audit',
    place: 10,
    path: 'events',
    component: 'audit/events',
    needs: 'audit:log:read',
    icon: 'list',
    titles: texts('Events', '事件', 'Événements', 'Peristiwa'),
    buttons: ['audit:personal:reveal'],
    shows: ['/api/v1/audit/events'],
  },
  {
    directory: 'audit',
    place: 20,
    path: 'streams',
    component: 'audit/streams',
    needs: 'audit:log:read',
    icon: 'stack',
    titles: texts('Streams', '事件流', 'Flux d’événements', 'Urutan peristiwa'),
    shows: ['/api/v1/audit/streams'],
  },
  {
    directory: 'audit',
    place: 30,
    path: 'jobs',
    component: 'audit/jobs',
    needs: 'audit:log:read',
    icon: 'refresh',
    titles: texts('Replay and verification', '重放与核验', 'Rejeu et vérification', 'Putar ulang dan verifikasi'),
    buttons: ['audit:replay:run'],
    shows: ['/api/v1/audit'],
  },
  {
    directory: 'audit',
    place: 40,
    path: 'moneyProofs',
    component: 'audit/money-proofs',
    needs: 'audit:log:read',
    icon: 'money',
    titles: texts('Proof of money', '资金核证', 'Preuve des comptes', 'Bukti uang'),
    shows: ['/api/v1/audit/money-proofs'],
  },
]
