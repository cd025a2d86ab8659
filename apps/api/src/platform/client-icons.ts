import { defaultMenus } from '@nightflow/schemas/default-menus'

/** The names of our menu icons in the icon set that clients of the RuoYi kind carry. */
const nameInClients: Readonly<Record<string, string>> = {
  adjustments: 'slider',
  antenna: 'phone',
  book: 'dict',
  building: 'peoples',
  'chart-dots': 'chart',
  clipboard: 'form',
  clock: 'time',
  bell: 'bell',
  dashboard: 'dashboard',
  droplet: 'component',
  'droplet-off': 'bug',
  'file-import': 'upload',
  gauge: 'dashboard',
  hierarchy: 'tree',
  history: 'log',
  home: 'dashboard',
  list: 'table',
  login: 'logininfor',
  mail: 'email',
  map: 'international',
  menu: 'tree-table',
  plug: 'link',
  'question-mark': 'question',
  refresh: 'time-range',
  region: 'guide',
  screen: 'monitor',
  settings: 'system',
  shield: 'lock',
  sliders: 'edit',
  speakerphone: 'message',
  stack: 'nested',
  tower: 'server',
  'user-dollar': 'money',
  users: 'user',
}

const ours: ReadonlySet<string> = new Set(defaultMenus.flatMap(({ icon }) => icon ?? []))

/** An icon by its name in those clients: one of ours without a counterpart is a plain one, and what is not ours is theirs already. */
export const iconForClients = (icon: string | null): string | null =>
  icon === null ? null : (nameInClients[icon] ?? (ours.has(icon) ? 'component' : icon))
