import '../board.css'
import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { IconArrowLeft, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { crewPath } from '#session/offline-pages.ts'
import { usePageTitle } from '#session/page-title.ts'
import { useOfflineWorker } from '#session/use-offline-worker.ts'
import { useFormat } from '#ui/use-format.ts'
import { EmptyOrders, OrderCard } from '#work-orders/crew/order-card.tsx'
import { withOperations } from '#work-orders/crew/order-on-phone.ts'
import { changeOperation, type KeptFile, type KeptOperation, removeFile, removeOperation } from '#work-orders/crew/order-store.ts'
import { TodaysOrders } from '#work-orders/crew/todays-orders.tsx'
import { useOrders } from '#work-orders/crew/use-orders.ts'

const megabyte = 1024 * 1024

type Props = { person: string; isSessionOver: boolean; isStillSignedIn: () => boolean }

/** The open orders of the person who is signed in, with a network or without one. */
export function MyOrders({ person, isSessionOver, isStillSignedIn }: Props) {
  const { t } = useTranslation('work-orders')
  usePageTitle(t('crew.title'))
  const staysOpen = useOfflineWorker(crewPath) === false
  const { kept, operations, files, waiting, outcome, isOnline, reload, isAsking } = useOrders(person, isStillSignedIn)
  const [openNo, setOpenNo] = useState<number>()
  const orders = (kept?.orders ?? []).map((order) => withOperations(order, operations))
  return (
    <main className="nf-crew">
      <header className="nf-crew-head">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Button component="a" href="/workOrder/orders" variant="subtle" px={6} aria-label={t('workOrder.title')}>
              <IconArrowLeft size={22} aria-hidden />
            </Button>
            <Title order={1} size="h4">
              {t('crew.title')}
            </Title>
          </Group>
          <Badge
            variant="light"
            color={isOnline ? 'green' : 'orange'}
            tt="none"
            leftSection={isOnline ? <IconWifi size={14} aria-hidden /> : <IconWifiOff size={14} aria-hidden />}
          >
            {t(isOnline ? 'crew.online' : 'crew.offline')}
          </Badge>
        </Group>
        <Text component="div" size="sm" role="status">
          <Waiting operations={waiting} files={files} />
        </Text>
        {staysOpen && (
          <Alert color="orange" p="xs">
            {t('crew.staysOpen')}
          </Alert>
        )}
        {(isSessionOver || outcome === 'session-over') && (
          <Alert color="orange" p="xs">
            {t('crew.sessionOver')}
            <Button component="a" size="xs" variant="default" mt={6} href={`/login?redirect=${encodeURIComponent(crewPath)}`}>
              {t('crew.signIn')}
            </Button>
          </Alert>
        )}
      </header>
      <RefusedFiles files={files} onDone={reload} />
      <Problems operations={operations} onDone={reload} />
      {orders.length === 0 && !isAsking && <EmptyOrders isOnPhone={kept !== null} />}
      <TodaysOrders orders={orders} onOpen={setOpenNo} />
      <Stack gap="xs">
        {orders.map((order: BoardOrder) => (
          <OrderCard
            key={order.workOrderNo}
            {...{ order, person }}
            files={files.filter(({ workOrderNo }) => workOrderNo === order.workOrderNo)}
            isOpen={order.workOrderNo === openNo}
            onToggle={() => setOpenNo(order.workOrderNo === openNo ? undefined : order.workOrderNo)}
            onDone={reload}
          />
        ))}
      </Stack>
    </main>
  )
}

/** Operations and pictures that wait on this phone. The size of pictures is rounded up: none of them has the size nought. */
function Waiting({ operations, files }: { operations: number; files: readonly KeptFile[] }) {
  const { t } = useTranslation('work-orders')
  const { number } = useFormat()
  const kept = files.filter(({ state }) => state === 'kept')
  const bytes = kept.reduce((sum, file) => sum + file.bytes.byteLength, 0)
  const size = number(Math.ceil((bytes * 10) / megabyte) / 10, 1)
  if (operations + kept.length === 0) return t('crew.allSent')
  return (
    <>
      {operations > 0 && <div>{t('crew.waiting', { count: operations })}</div>}
      {kept.length > 0 && <div>{t('crew.filesWaiting', { count: kept.length, size })}</div>}
    </>
  )
}

/** Pictures that the service refused stay until the person has seen them. */
function RefusedFiles({ files, onDone }: { files: readonly KeptFile[]; onDone: () => unknown }) {
  const { t } = useTranslation('work-orders')
  return files
    .filter(({ state }) => state === 'refused')
    .map(({ key, orderTitle, refusal }) => (
      <Alert key={key} color="red" title={t('crew.pictureRefused', { order: orderTitle })} role="alert">
        <Text size="sm">{refusal}</Text>
        <Button size="xs" variant="default" mt={6} onClick={() => void removeFile(key).then(onDone)}>
          {t('crew.seen')}
        </Button>
      </Alert>
    ))
}

/** Operations that came too late or were refused: shown until the person has seen them. */
function Problems({ operations, onDone }: { operations: readonly KeptOperation[]; onDone: () => unknown }) {
  const { t } = useTranslation('work-orders')
  const problems = operations.filter(({ state }) => state !== 'kept')
  const remove = async (operationId: string) => {
    await removeOperation(operationId)
    await onDone()
  }
  const confirm = async ({ operationId, request }: KeptOperation) => {
    await changeOperation(operationId, { state: 'kept', refusal: null, request: { ...request, isConfirmed: true } })
    await onDone()
  }
  return (
    <>
      {problems.map((operation) => {
        const { operationId, orderTitle, state, refusal, found, request } = operation
        const action = t(`crew.action.${request.action}`)
        return (
          <Alert
            key={operationId}
            color="red"
            title={t(state === 'conflict' ? 'crew.conflict' : 'crew.refused', { order: orderTitle })}
            role="alert"
          >
            <Text size="sm">
              {state === 'conflict' ? t('crew.conflictText', { action, state: t(`crew.state.${found ?? request.basedOn}`) }) : refusal}
            </Text>
            <Group gap="xs" mt={6}>
              {state === 'refused' && request.litres !== null && (
                <Button size="xs" onClick={() => confirm(operation)}>
                  {t('crew.confirmReading')}
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => remove(operationId)}>
                {t('crew.seen')}
              </Button>
            </Group>
          </Alert>
        )
      })}
    </>
  )
}
