import { Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { operateValve } from '@nightflow/schemas/devices/endpoints'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import type { ValveOperationRow, ValveOperationStatus, ValvePosition } from '@nightflow/schemas/devices/operate-valve'
import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { meterQuery } from '#devices/devices-queries.ts'
import { newOperationId } from '#devices/operation-id.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { InstantText } from '#ui/instant.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'

const meaningOf: Record<ValveOperationStatus, Meaning> = {
  requested: 'waiting',
  sent: 'waiting',
  confirmed: 'good',
  failed: 'alarm',
  expired: 'warning',
}
const positions: ValvePosition[] = ['open', 'closed']

/** The valve: where it stands, what is under way, what was done before. Operating it is offered to those who may. */
export function ValvePanel({ meter, mayOperate }: { meter: MeterDetail; mayOperate: boolean }) {
  const { t } = useTranslation('devices')
  const [asked, setAsked] = useState<ValvePosition | null>(null)
  const pending = meter.valveOperations.find(({ status }) => status === 'requested' || status === 'sent')
  return (
    <section className="nf-panel" aria-label={t('valve.title')}>
      <Group justify="space-between" px="sm" py={6} className="nf-panel-head">
        <Group gap="xs">
          <Text component="h2" className="nf-panel-title">
            {t('valve.title')}
          </Text>
          <StatusBadge
            meaning={meter.valvePosition === null ? 'unknown' : meter.valvePosition === 'open' ? 'good' : 'warning'}
            label={t(`valvePosition.${meter.valvePosition ?? 'unknown'}`)}
          />
        </Group>
        {mayOperate && (
          <Group gap="xs">
            {positions.map((position) => (
              <Button
                key={position}
                size="xs"
                variant={position === 'closed' ? 'light' : 'default'}
                color={position === 'closed' ? 'red' : 'gray'}
                disabled={pending !== undefined || meter.valvePosition === position}
                onClick={() => setAsked(position)}
              >
                {t(`valve.ask.${position}`)}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      {pending && <Progress operation={pending} timeZone={meter.timeZone} />}
      <History operations={meter.valveOperations} timeZone={meter.timeZone} />
      <OperateDialog meter={meter} position={asked} onClose={() => setAsked(null)} />
    </section>
  )
}

function OperateDialog({ meter, position, onClose }: { meter: MeterDetail; position: ValvePosition | null; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  // One identifier per opened dialog: pressing again after a lost answer asks for the same operation, not for a second one.
  const operationId = useRef('')
  const shown = useRef<ValvePosition>('open')
  useEffect(() => {
    if (position === null) return
    shown.current = position
    operationId.current = newOperationId()
    setReason('')
  }, [position])
  const target = position ?? shown.current
  const confirm = async () => {
    await call(operateValve, {
      number: meter.number,
      operationId: operationId.current,
      position: target,
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    })
    await client.invalidateQueries({ queryKey: meterQuery(meter.number).queryKey })
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
          <TextInput label={t('valve.reason')} value={reason} maxLength={200} onChange={(event) => setReason(event.currentTarget.value)} />
        </>
      }
      confirmLabel={t(`valve.confirm.${target}`, { number: meter.number })}
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
  if (operations.length === 0) return <EmptyState icon={IconHistory} title={t('valve.noHistory')} text={t('valve.noHistoryText')} />
  return (
    <ScrollRegion label={t('valve.history')} heightMax={330}>
      <table className="nf-table">
        <thead>
          <tr>
            <th scope="col">{t('valve.column.requestedAt')}</th>
            <th scope="col">{t('valve.column.action')}</th>
            <th scope="col">{t('valve.column.status')}</th>
            <th scope="col">{t('valve.column.endedAt')}</th>
            <th scope="col">{t('valve.column.requestedBy')}</th>
            <th scope="col">{t('valve.column.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {operations.map((operation) => (
            <tr key={operation.operationId}>
              <td>
                <InstantText at={operation.requestedAt} timeZone={timeZone} precision="second" />
              </td>
              <td>{t(`valve.action.${operation.position}`)}</td>
              <td>
                <StatusBadge meaning={meaningOf[operation.status]} label={t(`valveStatus.${operation.status}`)} />
              </td>
              <td>
                <InstantText at={operation.endedAt} timeZone={timeZone} precision="clock" />
              </td>
              <td>{nameOf(operation.requestedBy)}</td>
              <td className="nf-wrap nf-wrap-narrow">{operation.reason ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Who asked, without the kind of actor that the log puts before the name. */
const nameOf = (actor: string): string => actor.slice(actor.indexOf(':') + 1)
