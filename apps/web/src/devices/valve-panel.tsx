import '#devices/valve.css'
import { Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { listValveOperations, operateValve } from '@nightflow/schemas/devices/endpoints'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import {
  type ValveOperationRow,
  type ValveOperationStatus,
  type ValvePosition,
  valveFailureCodes,
} from '@nightflow/schemas/devices/operate-valve'
import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ClosingReasonsBadge } from '#devices/closing-reasons.tsx'
import { meterQuery } from '#devices/devices-queries.ts'
import { actorName } from '#ui/actor-name.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { InstantText } from '#ui/instant.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'
import { useFurtherPages } from '#ui/use-further-pages.ts'

const meaningOf: Record<ValveOperationStatus, Meaning> = {
  requested: 'waiting',
  sent: 'waiting',
  confirmed: 'good',
  failed: 'alarm',
  expired: 'warning',
}
const positions: ValvePosition[] = ['open', 'closed']

/** The valve in the head of the meter's page: its position, what is under way, and the commands for those who may. */
export function ValveControl({ meter, mayOperate }: { meter: MeterDetail; mayOperate: boolean }) {
  const { t } = useTranslation('devices')
  const [asked, setAsked] = useState<ValvePosition | null>(null)
  const [latest] = meter.valveOperations
  const pending = meter.valveOperations.find(isUnderWay)
  const isFailed = latest !== undefined && (latest.status === 'failed' || latest.status === 'expired')
  return (
    <>
      <StatusBadge
        meaning={meter.valvePosition === null ? 'unknown' : meter.valvePosition === 'open' ? 'good' : 'warning'}
        label={t(`valvePosition.${meter.valvePosition ?? 'unknown'}`)}
      />
      <ClosingReasonsBadge reasons={meter.closingReasons} />
      {pending && <Progress operation={pending} timeZone={meter.timeZone} />}
      {!pending && isFailed && (
        <StatusBadge meaning={meaningOf[latest.status]} label={t(`valve.ended.${latest.status}`, actionOf(t, latest))} />
      )}
      {mayOperate &&
        positions.map((position) => (
          <Button
            key={position}
            size="xs"
            variant={position === 'closed' ? 'light' : 'default'}
            color={position === 'closed' ? 'red' : 'gray'}
            disabled={pending !== undefined || meter.valvePosition === position}
            onClick={() => setAsked(position)}
          >
            {t(isFailed && latest.position === position ? `valve.retry.${position}` : `valve.ask.${position}`)}
          </Button>
        ))}
      <OperateDialog
        meter={meter}
        position={asked}
        proposedReason={isFailed && latest.position === asked ? (latest.reason ?? '') : ''}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

const isUnderWay = ({ status }: ValveOperationRow): boolean => status === 'requested' || status === 'sent'

const actionOf = (t: (key: string) => string, { position }: ValveOperationRow) => ({ action: t(`valve.action.${position}`) })

/** Every operation of the valve with its user and result. */
export function ValvePanel({ meter }: { meter: MeterDetail }) {
  const { t } = useTranslation('devices')
  const operations = useFurtherPages({
    key: ['meter', meter.number, 'valve-operations'],
    first: { rows: meter.valveOperations, next: meter.valveOperationsNext },
    load: (before, signal) => call(listValveOperations, { number: meter.number, before }, signal),
  })
  return (
    <section className="nf-panel" aria-label={t('valve.history')}>
      <Group px="sm" py={6} className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {t('valve.history')}
        </Text>
      </Group>
      <History operations={operations.rows} timeZone={meter.timeZone} />
      <LoadMore pages={operations.pages} />
    </section>
  )
}

type OperateProps = {
  meter: MeterDetail
  position: ValvePosition | null
  proposedReason: string
  onClose: () => void
  /** The operation was requested. */
  onDone?: () => void
}

/** Says what opening or closing the valve does, and asks for it. */
export function OperateDialog({ meter, position, proposedReason, onClose, onDone }: OperateProps) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  // One identifier per opened dialog: a second press after a lost answer repeats the same operation.
  const operationId = useRef('')
  const shown = useRef<ValvePosition>('open')
  useEffect(() => {
    if (position === null) return
    shown.current = position
    operationId.current = newOperationId()
    // A reason that was typed and not sent is still there when the dialog is opened again.
    setReason((typed) => typed || proposedReason)
  }, [position, proposedReason])
  const target = position ?? shown.current
  const confirm = async () => {
    await call(operateValve, {
      number: meter.number,
      operationId: operationId.current,
      position: target,
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    })
    setReason('')
    await client.invalidateQueries({ queryKey: meterQuery(meter.number).queryKey })
    onDone?.()
  }
  const place = meter.address ?? meter.name ?? t('valve.noAddress')
  return (
    <ConfirmDialog
      opened={position !== null}
      title={t(`valve.ask.${target}`)}
      danger={target === 'closed'}
      text={
        <>
          <Text size="sm" mb="sm">
            {t(`valve.what.${target}`, { number: meter.number, place })}
          </Text>
          <TextInput
            label={t('valve.reason')}
            required={target === 'closed'}
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      }
      confirmLabel={t(`valve.confirm.${target}`, { number: meter.number })}
      doneText={null}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

function Progress({ operation, timeZone }: { operation: ValveOperationRow; timeZone: string }) {
  const { t } = useTranslation('devices')
  return (
    <div className="nf-progress" role="status">
      <Loader size={16} aria-hidden />
      <span>{t(`valve.progress.${operation.status}`, { action: t(`valve.action.${operation.position}`) })}</span>
      <InstantText at={operation.requestedAt} timeZone={timeZone} precision="second" />
    </div>
  )
}

function History({ operations, timeZone }: { operations: readonly ValveOperationRow[]; timeZone: string }) {
  const { t } = useTranslation('devices')
  const failureOf = useFailureText()
  if (operations.length === 0) return <EmptyState icon={IconHistory} title={t('valve.noHistory')} text={t('valve.noHistoryText')} />
  return (
    <ScrollRegion label={t('valve.history')} heightMax={420}>
      <ol className="nf-operations">
        {operations.map((operation) => (
          <li key={operation.operationId}>
            <Group gap="xs" justify="space-between">
              <Text size="sm" fw={600} span>
                {t(`valve.action.${operation.position}`)}
              </Text>
              <StatusBadge meaning={meaningOf[operation.status]} label={t(`valveStatus.${operation.status}`)} />
            </Group>
            <Text size="xs" c="dimmed" component="div">
              <InstantText at={operation.requestedAt} timeZone={timeZone} precision="second" /> · {actorName(operation.requestedBy)}
              {operation.endedAt && (
                <>
                  {' → '}
                  <InstantText at={operation.endedAt} timeZone={timeZone} precision="clock" />
                </>
              )}
            </Text>
            {operation.reason && <Text size="sm">{operation.reason}</Text>}
            {operation.failure && (
              <Text size="sm" className="nf-changed">
                {failureOf(operation.failure)}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </ScrollRegion>
  )
}

/** The failure code of a gateway in words; what is no code is shown as the gateway sent it. */
function useFailureText(): (failure: string) => string {
  const { t } = useTranslation('devices')
  return (failure) => (valveFailureCodes.some((code) => code === failure) ? t(`valveFailure.${failure}`) : failure)
}
