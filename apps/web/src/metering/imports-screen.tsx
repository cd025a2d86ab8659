import { Button, Text } from '@mantine/core'
import { withdrawImport } from '@nightflow/schemas/metering/endpoints'
import type { ImportRow } from '@nightflow/schemas/metering/imports'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { importsQuery } from '#metering/metering-queries.ts'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { pageOf } from '#ui/table/list-search.ts'
import { Pager } from '#ui/table/pager.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

export type ImportsChoice = { page?: number | undefined; size?: number | undefined }

type Props = { choice: ImportsChoice; onChoice: (choice: ImportsChoice) => void; timeZone: string }

const meanings = { started: 'waiting', complete: 'good', withdrawn: 'off' } as const

/** Imports with what each brought. A withdrawal takes the readings back, with a reason. */
export function ImportsScreen({ choice, onChoice, timeZone }: Props) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const mayWithdraw = useMay('metering:import:withdraw')
  const [state, setState] = useTableState()
  const [chosen, setChosen] = useState<ImportRow>()
  const imports = useQuery(importsQuery(pageOf(choice)))
  const columns = useMemo((): DataColumn<ImportRow>[] => {
    const known: DataColumn<ImportRow>[] = [
      { id: 'fileName', label: t('column.file'), value: (row) => row.fileName },
      { id: 'kind', label: t('column.kind'), value: (row) => row.kind, cell: (row) => t(`imports.kind.${row.kind}`) },
      { id: 'settings', label: t('column.settings'), value: (row) => row.settings },
      {
        id: 'state',
        label: t('column.state'),
        value: (row) => row.state,
        cell: (row) => <StatusBadge meaning={meanings[row.state]} label={t(`imports.state.${row.state}`)} />,
      },
      {
        id: 'declaredAt',
        label: t('column.declaredAt'),
        value: (row) => row.declaredAt,
        cell: (row) => <InstantText at={row.declaredAt} timeZone={timeZone} />,
      },
      { id: 'declaredBy', label: t('column.declaredBy'), value: (row) => row.declaredBy },
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
      { id: 'reason', label: t('column.withdrawalReason'), value: (row) => row.reason },
      { id: 'importId', label: t('column.importId'), hidden: true, value: (row) => row.importId },
    ]
    const action: DataColumn<ImportRow> = {
      id: 'action',
      label: t('column.action'),
      value: () => '',
      cell: (row) =>
        row.state === 'withdrawn' ? null : (
          <Button size="compact-xs" variant="default" onClick={() => setChosen(row)}>
            {t('imports.withdraw')}
          </Button>
        ),
    }
    // After the file's name, where a phone shows it without scrolling.
    return mayWithdraw ? known.toSpliced(1, 0, action) : known
  }, [t, format, timeZone, mayWithdraw])
  return (
    <Page title={t('imports.title')} subtitle={t('imports.subtitle')}>
      {imports.isError ? (
        <div className="nf-panel">
          <ErrorState error={imports.error} onRetry={() => imports.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('imports.title')}
          fileName="imports"
          columns={columns}
          rows={imports.data?.rows}
          isStale={imports.isPlaceholderData}
          rowId={(row) => row.importId}
          state={state}
          onState={setState}
          sortable={false}
          heightMax="calc(100vh - 288px)"
          empty={<EmptyState icon={IconFileImport} title={t('imports.emptyTitle')} text={t('imports.emptyText')} />}
          foot={imports.data && <Pager total={imports.data.total} {...pageOf(choice)} onChange={onChoice} />}
        />
      )}
      {chosen && <WithdrawDialog row={chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  )
}

function WithdrawDialog({ row, onClose }: { row: ImportRow; onClose: () => void }) {
  const { t } = useTranslation('metering')
  const shared = useTranslation('shared').t
  const format = useFormat()
  const client = useQueryClient()
  return (
    <FormDialog onClose={onClose} title={t('imports.withdrawTitle', { file: row.fileName })} size={520}>
      <Text size="sm" mb="sm">
        {t('imports.withdrawWhat', { readings: format.number(row.readings) })}
      </Text>
      <CommandForm
        schema={withdrawImport.request}
        fixed={{ importId: row.importId }}
        fields={[{ name: 'reason', label: t('imports.reason') }]}
        submitLabel={t('imports.withdrawConfirm')}
        danger
        onCancel={onClose}
        doneText={shared('done.withdrawn', { name: row.fileName })}
        onSubmit={async (command) => {
          await call(withdrawImport, command)
          await client.invalidateQueries()
          onClose()
        }}
      />
    </FormDialog>
  )
}
