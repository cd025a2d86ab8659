import { Button, Group, ScrollArea, Tabs, Text, UnstyledButton } from '@mantine/core'
import { AlarmType } from '@nightflow/schemas/alarms/alarm'
import { listNotice, type NoticeItem, ReadStatus } from '@nightflow/schemas/alarms/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { IconBellOff, IconGauge, IconServerBolt } from '@tabler/icons-react'
import { type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BellTab, bellTabs, countOf, itemsOf, noticeTime, pageOfTab } from '#alarms/bell-queries.ts'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useFurtherPages } from '#ui/use-further-pages.ts'
import { WrittenDatesContext } from '#ui/written-dates.ts'

type Props = {
  notices: ResponseOf<typeof listNotice> | undefined
  error: unknown
  onItem: (item: NoticeItem) => void
  onClear: (tab: BellTab) => Promise<unknown>
  onReadAll: (tab: BellTab) => Promise<unknown>
  /** Of the list, which scrolls; as high as its rows unless set. */
  height?: number
  /** Ways to other lists. */
  links: ReactNode
}

export function BellList({ notices, error, onItem, onClear, onReadAll, height, links }: Props) {
  const { t } = useTranslation('shell')
  const [tab, setTab] = useState<BellTab>('-1')
  const [busy, setBusy] = useState<'read' | 'clear'>()
  const run = async (what: 'read' | 'clear', work: Props['onClear']) => {
    setBusy(what)
    await work(tab)
    setBusy(undefined)
  }
  const isEmpty = !notices || itemsOf(notices, tab).length === 0
  return (
    <>
      <Tabs value={tab} onChange={(next) => setTab((next as BellTab) ?? '-1')}>
        <Tabs.List grow>
          {bellTabs.map((value) => (
            <Tabs.Tab key={value} value={value} fz="sm">
              {t(`bell.tab.${value}`)}
              {notices && ` (${countOf(notices, value)})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {bellTabs.map((value) => (
          <Tabs.Panel key={value} value={value}>
            {error !== null && error !== undefined && notices === undefined ? (
              <ErrorState error={error} compact />
            ) : (
              <Items notices={notices} tab={value} onItem={onItem} height={height} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group justify="space-between" p="xs" className="nf-bell-foot">
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => run('read', onReadAll)}
            loading={busy === 'read'}
            disabled={isEmpty || countOf(notices, tab) === 0}
          >
            {t('bell.readAll')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => run('clear', onClear)}
            loading={busy === 'clear'}
            disabled={isEmpty}
          >
            {t('bell.clear')}
          </Button>
        </Group>
        {links}
      </Group>
    </>
  )
}

const nothing = { rows: [], next: null }

type ItemsProps = Pick<Props, 'notices' | 'onItem'> & { tab: BellTab; height: number | undefined }

function Items({ notices, tab, onItem, height }: ItemsProps) {
  const { t } = useTranslation('shell')
  const labelOf = useAlarmLabel()
  const { timeZone } = useSession()
  const { form } = useContext(WrittenDatesContext)
  const { rows: items, pages } = useFurtherPages<NoticeItem, number>({
    key: ['bell', tab],
    first: notices ? pageOfTab(notices, tab) : nothing,
    load: async (before, signal) => pageOfTab(await call(listNotice, { before }, signal), tab),
  })
  if (items.length === 0) return <EmptyState icon={IconBellOff} title={t('bell.empty')} />
  return (
    <ScrollArea.Autosize mah={height} viewportProps={{ tabIndex: 0 }}>
      <ul className="nf-bell-list">
        {items.map((item) => {
          const Icon = item.alarmType === AlarmType.enum.meter ? IconGauge : IconServerBolt
          const isRead = item.noticeStatus === ReadStatus.enum.read
          return (
            <li key={item.alarmProcessedId}>
              <UnstyledButton className="nf-bell-item" data-read={isRead || undefined} onClick={() => onItem(item)}>
                <Icon size={20} aria-hidden />
                <span>
                  <Text span size="sm" fw={isRead ? 400 : 600}>
                    {labelOf(item.eventType)}
                  </Text>
                  <Text span size="xs" c="dimmed" className="nf-figures">
                    {noticeTime(item.alarmTime, timeZone, form)} · {item.meterNo || item.pointName}
                  </Text>
                </span>
                {!isRead && (
                  <span className="nf-bell-dot">
                    <span className="nf-visually-hidden">{t('bell.new')}</span>
                  </span>
                )}
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      <LoadMore pages={pages} />
    </ScrollArea.Autosize>
  )
}
