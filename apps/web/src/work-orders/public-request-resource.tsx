import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { RequestKind, RequestStatus } from '@nightflow/schemas/work-orders/public-request'
import {
  caseFromRequest,
  closeRequest,
  eraseRequest,
  findRequestThread,
  joinRequest,
  orderFromRequest,
} from '@nightflow/schemas/work-orders/public-request-calls'
import { WorkOrderPriority } from '@nightflow/schemas/work-orders/work-order'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { InstantText } from '#ui/instant.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { CaseLink } from '#work-orders/case-link.tsx'
import { orderWords, requestWords } from '#work-orders/order-words.ts'
import { useCrews } from '#work-orders/use-crews.ts'
import { useOpenedCase } from '#work-orders/use-opened-case.ts'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'
import { useWorkers } from '#work-orders/use-workers.ts'
import './board.css'

type Row = RowOf<typeof resources.publicRequests>
type Thread = ResponseOf<typeof findRequestThread>
type Asked = 'order' | 'case' | 'close' | 'erase'

const { list } = resourceCalls.publicRequests
const urgentKinds: readonly string[] = [RequestKind.enum.noWater, RequestKind.enum.leak]

/** One request: what was reported, its photo, requests nearby, and its work order. */
function Detail({ row }: { row: Row }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(requestWords)
  const { timeZone } = useSession()
  const mayDo = useMayDo()
  const [asked, setAsked] = useState<Asked>()
  const { requestId } = row
  const thread = useQuery({
    queryKey: [findRequestThread.path, requestId],
    queryFn: ({ signal }) => call(findRequestThread, { requestId }, signal),
  })
  const openCase = useOpenedCase()
  const opening = useMutation({
    mutationFn: () => call(caseFromRequest, { requestId }),
    onSuccess: openCase,
  })
  const isOpen = row.status !== RequestStatus.enum.closed
  const shown = (['description', 'contactName', 'contactPhone', 'answer'] as const).filter((name) => row[name])
  return (
    <Stack gap="sm">
      {mayDo(orderFromRequest) && (
        <Group gap="xs">
          {isOpen && row.orderId === null && <Button onClick={() => setAsked('order')}>{t('requestWork.order')}</Button>}
          {isOpen && row.caseId === null && thread.data && (
            <Button
              variant="default"
              loading={opening.isPending}
              onClick={() => (thread.data.partitionId ? opening.mutate() : setAsked('case'))}
            >
              {t('openCase')}
            </Button>
          )}
          {isOpen && (
            <Button variant="default" onClick={() => setAsked('close')}>
              {t('requestWork.close')}
            </Button>
          )}
          {row.erasedTime === null && (
            <Button variant="default" onClick={() => setAsked('erase')}>
              {t('requestWork.erase')}
            </Button>
          )}
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {words.word('requestKind', row.requestKind).label} · {row.place} · <InstantText at={row.createTime} timeZone={timeZone} />
      </Text>
      <dl className="nf-facts">
        {shown.map((name) => (
          <div key={name}>
            <dt>{words.field(name)}</dt>
            <dd>{row[name]}</dd>
          </div>
        ))}
      </dl>
      {thread.isError && <ErrorState error={thread.error} compact />}
      {thread.data?.order && (
        <ScreenLink screen="work-orders/work-orders" search={{ row: String(thread.data.order.workOrderNo) }} className="nf-link">
          {t('requestWork.openOrder', { no: thread.data.order.workOrderNo })}
        </ScreenLink>
      )}
      {thread.data?.case && <CaseLink found={thread.data.case} />}
      {thread.data?.photo && (
        <figure className="nf-order-file">
          <img src={thread.data.photo} alt={t('requestWork.photo')} />
        </figure>
      )}
      {thread.data && thread.data.near.length > 0 && <Near row={row} near={thread.data.near} />}
      {asked !== undefined && <Dialog asked={asked} row={row} onClose={() => setAsked(undefined)} />}
    </Stack>
  )
}

/** Open requests within the radius and the days of a duplicate: this one joins one of them that has an order or a case. */
function Near({ row: { requestId, orderId, caseId, status }, near }: { row: Row; near: Thread['near'] }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(requestWords)
  const { timeZone } = useSession()
  const mayDo = useMayDo()
  const client = useQueryClient()
  const mayJoin = mayDo(joinRequest) && orderId === null && caseId === null && status !== RequestStatus.enum.closed
  const joining = useMutation({
    mutationFn: (otherId: number) => call(joinRequest, { requestId, otherId }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [list.path] })
      await client.invalidateQueries({ queryKey: [findRequestThread.path] })
      announceDone(t('requestWork.joined'))
    },
  })
  return (
    <Alert color="orange">
      <Title order={3} size="h6">
        {t('requestWork.near')}
      </Title>
      {near.map((other) => (
        <Group key={other.requestId} gap="xs" justify="space-between" mt={4}>
          <Text size="sm">
            {words.word('requestKind', other.requestKind).label} · {other.place} · <InstantText at={other.createTime} timeZone={timeZone} />
          </Text>
          {mayJoin && other.isLinked && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${t('requestWork.join')}: ${other.place}`}
              disabled={joining.isPending}
              onClick={() => joining.mutate(other.requestId)}
            >
              {t('requestWork.join')}
            </Button>
          )}
        </Group>
      ))}
    </Alert>
  )
}

function Dialog({ asked, row: { requestId, requestKind, place }, onClose }: { asked: Asked; row: Row; onClose: () => void }) {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  const words = useResourceWords(requestWords)
  const ofOrder = useResourceWords(orderWords)
  const people = useWorkers()
  const crews = useCrews()
  const partitions = usePartitionChoices()
  const openCase = useOpenedCase()
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: [list.path] })
    await client.invalidateQueries({ queryKey: [findRequestThread.path, requestId] })
    announceDone(text)
    onClose()
  }
  const label = asked === 'case' ? t('openCase') : t(`requestWork.${asked}`)
  const common = { fixed: { requestId }, submitLabel: label, onCancel: onClose, doneText: null }
  const priorities = Object.fromEntries(WorkOrderPriority.options.map((value) => [value, ofOrder.word('priority', value).label]))
  const { high, normal } = WorkOrderPriority.enum
  return (
    <FormDialog title={label} onClose={onClose} size={520}>
      {asked === 'erase' && (
        <Text size="sm" mb="xs">
          {t('requestWork.eraseText')}
        </Text>
      )}
      {asked === 'order' && (
        <CommandForm
          {...common}
          schema={orderFromRequest.request}
          initial={{
            orderTitle: `${words.word('requestKind', requestKind).label}: ${place}`.slice(0, 100),
            priority: urgentKinds.includes(requestKind) ? high : normal,
          }}
          fields={[
            { name: 'orderTitle', label: ofOrder.field('orderTitle') },
            { name: 'priority', label: ofOrder.field('priority'), optionLabels: priorities },
            {
              name: 'assigneeId',
              label: ofOrder.field('assigneeId'),
              choices: people.map(({ userId, name }) => ({ value: userId, label: name })),
            },
            {
              name: 'crewId',
              label: ofOrder.field('crewId'),
              choices: crews.map(({ crewId, crewName }) => ({ value: crewId, label: crewName })),
            },
          ]}
          onSubmit={async (request) => {
            await call(orderFromRequest, request)
            await done(t('workOrder.created'))
          }}
        />
      )}
      {asked === 'case' && (
        <CommandForm
          {...common}
          schema={caseFromRequest.request}
          initial={{}}
          fields={[{ name: 'partitionId', label: ofOrder.field('partitionId'), choices: partitions }]}
          onSubmit={async (request) => {
            await openCase(await call(caseFromRequest, request))
            onClose()
          }}
        />
      )}
      {asked === 'close' && (
        <CommandForm
          {...common}
          schema={closeRequest.request}
          initial={{}}
          fields={[{ name: 'answer', label: t('requestWork.answer'), lines: 3 }]}
          onSubmit={async (request) => {
            await call(closeRequest, request)
            await done(t('requestWork.closed'))
          }}
        />
      )}
      {asked === 'erase' && (
        <CommandForm
          {...common}
          schema={eraseRequest.request}
          initial={{}}
          fields={[]}
          onSubmit={async (request) => {
            await call(eraseRequest, request)
            await done(t('requestWork.erased'))
          }}
        />
      )}
    </FormDialog>
  )
}

/** The page on which the public reports, to be looked at and passed on. */
function PageLink() {
  const { t } = useTranslation('work-orders')
  const { tenant } = useSession()
  return (
    <Button
      component="a"
      href={`/request/${tenant}`}
      target="_blank"
      size="xs"
      variant="default"
      leftSection={<IconExternalLink size={14} aria-hidden />}
    >
      {t('requestWork.page')}
    </Button>
  )
}

/** Requests of the public, the newest first. */
export const Screen = screenOf(
  resourceOf(resources.publicRequests, resourceCalls.publicRequests, { Detail, Tools: PageLink, refreshSeconds: 60 }),
)
