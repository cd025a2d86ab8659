import {
  IconBuildingBroadcastTower,
  IconChartDots,
  IconDropletOff,
  IconGauge,
  IconHistory,
  IconListDetails,
  IconMap2,
  IconQuestionMark,
  IconRefresh,
  IconStack2,
} from '@tabler/icons-react'
import type { NavigationEntry } from '#ui/app-shell.tsx'

type Entry = Omit<NavigationEntry, 'label'> & { key: string }

/** The screens in the order in which people think: water first, then what measures it, then what the log remembers. */
export const navigation: readonly Entry[] = [
  { key: 'leakage', to: '/leakage', icon: IconChartDots, permission: 'leakage:partition:read', group: 'water' },
  { key: 'map', to: '/map', icon: IconMap2, permission: 'leakage:partition:read', group: 'water' },
  { key: 'meters', to: '/meters', icon: IconGauge, permission: 'devices:meter:read', group: 'devices' },
  { key: 'quarantine', to: '/quarantine', icon: IconDropletOff, permission: 'metering:readings:read', group: 'devices' },
  { key: 'unclaimed', to: '/unclaimed', icon: IconQuestionMark, permission: 'metering:readings:read', group: 'devices' },
  { key: 'gateways', to: '/gateways', icon: IconBuildingBroadcastTower, permission: 'devices:gateway:manage', group: 'devices' },
  { key: 'events', to: '/audit/events', icon: IconListDetails, permission: 'audit:log:read', group: 'audit' },
  { key: 'streams', to: '/audit/streams', icon: IconStack2, permission: 'audit:log:read', group: 'audit' },
  { key: 'jobs', to: '/audit/jobs', icon: IconRefresh, permission: 'audit:log:read', group: 'audit' },
  { key: 'timeTravel', to: '/audit/time-travel', icon: IconHistory, permission: 'leakage:partition:read', group: 'audit' },
]
