import { Button, Group, Stack, Stepper, Text, Title } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { CaseStage, type leakCases } from '@nightflow/schemas/work-orders/leak-case'
import { findCaseLinks, listLeakCaseHistory } from '@nightflow/schemas/work-orders/leak-case-calls'
import { listOrderFiles } from '@nightflow/schemas/work-orders/order-file-calls'
import { WorkOrderPriority } from '@nightflow/schemas/work-orders/work-order'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMay } from '#session/session-query.ts'
import { RowHistory } from '#shell/row-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ThenLink } from '#shell/then-link.tsx'
import { Figure, Figures } from '#ui/figure.tsx'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { InstantText } from '#ui/instant.tsx'
import type { Resource } from '#ui/resource/resource.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'
import { CaseChart } from '#work-orders/case-chart.tsx'
import { CreateOrderDialog } from '#work-orders/create-order-dialog.tsx'
import { OrderFiles } from '#work-orders/order-files.tsx'
import { caseWords, orderWords } from '#work-orders/order-words.ts'
import { RequestsOfWork } from '#work-orders/requests-of-work.tsx'

export type Case = RowOf<typeof leakCases>
type Links = ResponseOf<typeof findCaseLinks>

/** One leak: its stage and what comes next, what it costs, the flow, its orders and alarms, and its history. */
export function LeakCaseDetail({ resource, row }: { resource: Resource<Case>; row: Case }) {
  const { t } = useTranslation('work-orders')
  const { caseNo } = row
  const maySeeFlow = useMay('leakage:partition:read')
  const mayDo = useMayDo()
  const links = useQuery({
    queryKey: ['leak-case-links', caseNo],
    queryFn: ({ signal }) => call(findCaseLinks, { caseNo }, signal),
  })
  return (
    <Stack gap="md">
      <Stage leak={row} />
      <CommandButtons resource={resource} row={row} mb={0} />
      <Costs leak={row} customers={links.data?.customers} />
      {row.dropLitresPerHour !== null && <Proof leak={row} drop={row.dropLitresPerHour} />}
      {maySeeFlow && links.data && (
        <>
          <CaseChart
            {...{ partitionId: row.partitionId, partitionName: row.partitionName, from: links.data.from, to: links.data.to }}
            startedAt={row.startedAt}
            endedAt={row.repairedAt ?? row.closedAt}
          />
          <ScreenLink
            screen="leakage/index"
            search={{ partition: row.partitionId, from: links.data.from, to: links.data.to }}
            className="nf-link"
          >
            {t('showFlow')}
          </ScreenLink>
          <ScreenLink
            screen="leakage/investigation"
            search={{ partition: row.partitionId, from: links.data.from, to: links.data.to, mark: `case-${caseNo}` }}
            className="nf-link"
          >
            {t('investigate')}
          </ScreenLink>
          <ThenLink partition={row.partitionId} asOf={row.awareAt} range={{ from: links.data.from, to: links.data.to }} />
        </>
      )}
      {links.data && <Orders leak={row} links={links.data} />}
      {links.data?.orders.map(
        ({ workOrderNo, orderTitle, fileCount }) =>
          fileCount > 0 && mayDo(listOrderFiles) && <OrderFiles key={workOrderNo} workOrderNo={workOrderNo} orderTitle={orderTitle} />,
      )}
      {links.data && <RequestsOfWork requests={links.data.requests} />}
      <div>
        <Title order={3} size="h5">
          {t('historyTitle')}
        </Title>
        <RowHistory resource={caseWords} endpoint={listLeakCaseHistory} queryKey={['leak-case-history', caseNo]} of={{ caseNo }} />
      </div>
    </Stack>
  )
}

const stages = [CaseStage.enum.awareness, CaseStage.enum.localisation, CaseStage.enum.repair, CaseStage.enum.verification]

function Stage({ leak }: { leak: Case }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(caseWords)
  const place = leak.stage === CaseStage.enum.closed ? stages.length : stages.indexOf(leak.stage)
  return (
    <div>
      <Stepper active={place} size="xs" allowNextStepsSelect={false}>
        {stages.map((stage) => (
          <Stepper.Step key={stage} label={words.word('stage', stage).label} />
        ))}
      </Stepper>
      <Text size="sm" mt="xs" role="status">
        {leak.stage === CaseStage.enum.closed && leak.outcome !== null
          ? words.word('outcome', leak.outcome).label
          : t(`next.${leak.stage}`)}
      </Text>
    </div>
  )
}

function Costs({ leak, customers }: { leak: Case; customers: number | undefined }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(caseWords)
  const format = useFormat()
  const money = useMoney()
  const volume = (litres: number | null) => (litres === null ? null : format.cubicMetres(litres, 0))
  const amount = (minor: number | null) => (minor === null ? null : money(minor))
  const bounds = leak.flowLow === null ? undefined : `${format.cubicMetres(leak.flowLow, 2)} – ${format.cubicMetres(leak.flowHigh, 2)}`
  const perDay = amount(leak.costPerDayMinor)
  const flowFoot = [bounds, perDay && t('costPerDay', { amount: perDay })].filter(Boolean).join(' · ') || undefined
  const unknown = t('unknownVolume')
  const flow = leak.flowLitresPerHour === null ? null : format.cubicMetres(leak.flowLitresPerHour, 2)
  return (
    <Figures count={6} isTall>
      <Figure label={words.field('flowLitresPerHour')} value={flow} unit="m³/h" comparison={flowFoot} unknownReason={unknown} />
      <Figure label={words.field('runHours')} value={format.number(leak.runHours, 0)} />
      <Figure
        label={words.field('lostLitres')}
        value={volume(leak.lostLitres)}
        unit="m³"
        comparison={amount(leak.lostMinor) ?? t('noPrice')}
        unknownReason={unknown}
      />
      <Figure
        label={words.field('savedLitres')}
        value={volume(leak.savedLitres)}
        unit="m³"
        comparison={amount(leak.savedMinor) ?? ''}
        unknownReason={t('notProven')}
      />
      <Figure label={t('customers')} value={customers === undefined ? null : format.number(customers, 0)} />
      <Figure label={words.field('ordersOpen')} value={format.number(leak.ordersOpen, 0)} />
    </Figures>
  )
}

function Proof({ leak, drop }: { leak: Case; drop: number }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(caseWords)
  const format = useFormat()
  const values = {
    verdict: leak.verdict === null ? '–' : words.word('verdict', leak.verdict).label,
    drop: format.cubicMetres(drop, 2),
    low: format.cubicMetres(leak.flowLow, 2),
    high: format.cubicMetres(leak.flowHigh, 2),
  }
  return <Text size="sm">{t('proof', values)}</Text>
}

function Orders({ leak, links: { orders, alarms, timeZone } }: { leak: Case; links: Links }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(orderWords)
  const alarmLabel = useAlarmLabel()
  const mayDo = useMayDo()
  const [isCreating, setIsCreating] = useState(false)
  const mayCreate = mayDo(resourceCalls.workOrders.create) && leak.stage !== CaseStage.enum.closed
  return (
    <div>
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('ordersTitle')}
        </Title>
        {mayCreate && (
          <Button size="compact-xs" variant="light" onClick={() => setIsCreating(true)}>
            {t('workOrder.create')}
          </Button>
        )}
      </Group>
      {orders.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noOrders')}
        </Text>
      )}
      <ul className="nf-history">
        {orders.map(({ workOrderNo, orderTitle, status, assignee }) => (
          <li key={workOrderNo}>
            <ScreenLink screen="work-orders/work-orders" search={{ row: String(workOrderNo) }} className="nf-link">
              {orderTitle}
            </ScreenLink>{' '}
            {[words.word('status', status).label, assignee].filter(Boolean).join(' · ')}
          </li>
        ))}
        {alarms.map(({ alarmProcessedId, eventType, alarmTime }) => (
          <li key={`alarm-${alarmProcessedId}`}>
            <ScreenLink screen="alarms/index" search={{ alarm: String(alarmProcessedId) }} className="nf-link">
              {alarmLabel(eventType)}
            </ScreenLink>{' '}
            <InstantText at={alarmTime} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      {isCreating && (
        <CreateOrderDialog
          fixed={{ caseId: leak.caseId, partitionId: leak.partitionId, place: leak.place }}
          initial={{
            orderTitle: t(`orderOfStage.${leak.stage}`, { name: leak.partitionName }).slice(0, 100),
            priority: WorkOrderPriority.enum.high,
          }}
          about={t('fromCase', { name: leak.partitionName })}
          onClose={() => setIsCreating(false)}
        />
      )}
    </div>
  )
}
