import { Group, SegmentedControl, Tabs } from '@mantine/core'
import {
  type CascadeMode,
  cascadeAlarms,
  cascadeStatistics,
  CascadeMode as Modes,
  usualMode,
} from '@nightflow/schemas/alarms/cascade-alarms'
import { useTranslation } from 'react-i18next'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useScreenSearch } from '#ui/screen-search.ts'

const screens = { analysis: cascadeAlarms.menu.component, statistics: cascadeStatistics.menu.component } as const
const tabs = ['analysis', 'statistics'] as const

type Search = { mode?: string; partitionId?: string; beginTime?: string; endTime?: string }

/** The two tabs of the cascade alarm analysis, and the mode of both. Point, days and mode stay from one tab to the other. */
export function CascadeTabs({ tab }: { tab: (typeof tabs)[number] }) {
  const { t } = useTranslation('alarms')
  const open = useOpenScreen()
  const { mode = usualMode, partitionId, beginTime, endTime } = useScreenSearch<Search>()
  const words = useResourceWords({ texts: 'alarms', name: cascadeAlarms.name, calls: {} })
  const show = (next: (typeof tabs)[number], as: string) =>
    open(screens[next], { search: { mode: as === usualMode ? undefined : as, partitionId, beginTime, endTime } })
  return (
    <Group justify="space-between" align="center" wrap="wrap" gap="xs" mb="xs">
      <Tabs value={tab} onChange={(next) => show(next === 'statistics' ? 'statistics' : 'analysis', mode)}>
        <Tabs.List aria-label={t('cascade.tabs')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`cascade.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <SegmentedControl
        size="xs"
        aria-label={words.field('mode')}
        value={mode}
        data={Modes.options.map((value: CascadeMode) => ({ value, label: words.word('mode', value).label }))}
        onChange={(next) => show(tab, next)}
      />
    </Group>
  )
}

export const CascadeAnalysisTabs = () => <CascadeTabs tab="analysis" />
export const CascadeStatisticsTabs = () => <CascadeTabs tab="statistics" />
