import { Button } from '@mantine/core'
import { listGateways, revokeGateway } from '@nightflow/schemas/platform/endpoints'
import type { GatewayRow } from '@nightflow/schemas/platform/gateway'
import { IconBuildingBroadcastTower, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { callEveryPage } from '#api/call-every-page.ts'
import { CreateGatewayDialog } from '#platform/create-gateway-dialog.tsx'
import { DownlinkDialog } from '#platform/downlink-dialog.tsx'
import { useSession } from '#session/session-query.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

const refreshMilliseconds = 10_000

/** Gateways: who reports, when last, and how much of it was set aside. */
export function GatewaysScreen() {
  const { t } = useTranslation('platform')
  const client = useQueryClient()
  const [state, setState] = useTableState()
  const [isCreating, setCreating] = useState(false)
  const [configuring, setConfiguring] = useState<GatewayRow | null>(null)
  const [revoking, setRevoking] = useState<string | null>(null)
  const gateways = useQuery({
    queryKey: ['gateways'],
    queryFn: ({ signal }) => callEveryPage(listGateways, {}, signal),
    refetchInterval: refreshMilliseconds,
  })
  const columns = useGatewayColumns(setRevoking, setConfiguring)
  const refresh = () => client.invalidateQueries({ queryKey: ['gateways'] })
  const create = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setCreating(true)}>
      {t('gateways.create')}
    </Button>
  )
  return (
    <Page title={t('gateways.title')} subtitle={t('gateways.subtitle')} tools={create}>
      {gateways.isError ? (
        <div className="nf-panel">
          <ErrorState error={gateways.error} onRetry={() => gateways.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('gateways.title')}
          fileName="gateways"
          columns={columns}
          rows={gateways.data?.rows}
          rowId={(row) => row.name}
          state={state}
          onState={setState}
          empty={
            <EmptyState icon={IconBuildingBroadcastTower} title={t('gateways.emptyTitle')} text={t('gateways.emptyText')} action={create} />
          }
        />
      )}
      {configuring && <DownlinkDialog gateway={configuring} onClose={() => setConfiguring(null)} />}
      <CreateGatewayDialog opened={isCreating} onClose={() => setCreating(false)} onCreated={refresh} />
      <ConfirmDialog
        opened={revoking !== null}
        danger
        title={t('gateways.revokeTitle')}
        text={t('gateways.revokeText', { name: revoking ?? '' })}
        confirmLabel={t('gateways.revokeConfirm', { name: revoking ?? '' })}
        doneText={t('gateways.revoked', { name: revoking ?? '' })}
        onConfirm={async () => {
          await call(revokeGateway, { name: revoking ?? '' })
          await refresh()
        }}
        onClose={() => setRevoking(null)}
      />
    </Page>
  )
}

function useGatewayColumns(onRevoke: (name: string) => void, onConfigure: (row: GatewayRow) => void): DataColumn<GatewayRow>[] {
  const { t } = useTranslation('platform')
  const format = useFormat()
  const { timeZone } = useSession()
  return useMemo(
    (): DataColumn<GatewayRow>[] => [
      { id: 'name', label: t('column.name'), value: (row) => row.name, cell: (row) => <b>{row.name}</b> },
      {
        id: 'state',
        label: t('column.state'),
        value: (row) => (row.revokedAt ? 'revoked' : 'active'),
        cell: (row) => (
          <StatusBadge meaning={row.revokedAt ? 'unknown' : 'good'} label={t(row.revokedAt ? 'state.revoked' : 'state.active')} />
        ),
      },
      {
        id: 'lastSeenAt',
        label: t('column.lastSeenAt'),
        value: (row) => row.lastSeenAt,
        cell: (row) => <InstantText at={row.lastSeenAt} timeZone={timeZone} precision="second" />,
      },
      { id: 'frames', label: t('column.frames'), numeric: true, value: (row) => row.frames, cell: (row) => format.number(row.frames) },
      {
        id: 'readings',
        label: t('column.readings'),
        numeric: true,
        value: (row) => row.readings,
        cell: (row) => format.number(row.readings),
      },
      {
        id: 'rejected',
        label: t('column.rejected'),
        numeric: true,
        value: (row) => row.rejected,
        cell: (row) => format.number(row.rejected),
      },
      {
        id: 'downlink',
        label: t('column.downlink'),
        value: (row) => t(row.downlink ? `downlink.kind.${row.downlink.kind}` : 'downlink.polls'),
      },
      {
        id: 'createdAt',
        label: t('column.createdAt'),
        value: (row) => row.createdAt,
        cell: (row) => <InstantText at={row.createdAt} timeZone={timeZone} />,
      },
      {
        id: 'action',
        label: t('column.action'),
        value: () => null,
        unsortable: true,
        isTool: true,
        cell: (row) =>
          row.revokedAt === null && (
            <>
              <Button size="compact-xs" variant="subtle" onClick={() => onConfigure(row)}>
                {t('downlink.open')}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => onRevoke(row.name)}>
                {t('gateways.revoke')}
              </Button>
            </>
          ),
      },
    ],
    [t, format, timeZone, onRevoke, onConfigure],
  )
}
