import { Button, Select } from '@mantine/core'
import { MonthPickerInput } from '@mantine/dates'
import * as infrastructure from '@nightflow/schemas/leakage/infrastructure'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconRoute, IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AssumptionsPanel, IndicatorsPanel, NightPanel, PressurePanel } from '#leakage/balance-panels.tsx'
import { InfrastructureForm, useSheetHeads } from '#leakage/infrastructure-form.tsx'
import { IwaTable } from '#leakage/iwa-table.tsx'
import { waterBalanceKey, waterBalanceQuery } from '#leakage/leakage-queries.ts'
import { LeakageReportMenu } from '#leakage/leakage-report-menu.tsx'
import { NationalSheets } from '#leakage/national-sheets.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { WaterBalanceList } from '#leakage/water-balance-list.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { dayOf } from '#ui/local-days.ts'
import { Page } from '#ui/page.tsx'
import { ImportTool } from '#ui/resource/import-tool.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

export type WaterBalanceChoice = { partition?: string | undefined; month?: string | undefined; target?: number | undefined }
type Props = { choice: WaterBalanceChoice; onChoice: (choice: WaterBalanceChoice) => void; mayManage: boolean }

/** The IWA water balance of a partition and month, what it follows from, and what regulators ask of it. */
export function WaterBalanceScreen({ choice, onChoice, mayManage }: Props) {
  const { t } = useTranslation('leakage')
  const partitions = useQuery(partitionsQuery)
  const rows = partitions.data?.rows
  const partition = rows?.find(({ id }) => id === choice.partition) ?? (choice.partition ? undefined : rows?.[0])
  const month = choice.month ?? (partition && monthOf(partition))
  if (partitions.isError) return <ErrorState isScreen error={partitions.error} onRetry={() => partitions.refetch()} />
  if (rows?.length === 0) return <EmptyState isScreen icon={IconScale} title={t('empty.title')} text={t('empty.text')} />
  if (rows && !partition) return <EmptyState isScreen icon={IconScale} title={t('empty.unknownPartition')} text={t('empty.choose')} />
  return (
    <Page
      title={t('waterBalance.title')}
      subtitle={t('waterBalance.subtitle')}
      tools={
        partition &&
        rows &&
        month && (
          <>
            <Select
              size="xs"
              w={200}
              aria-label={t('waterBalance.partition')}
              searchable
              allowDeselect={false}
              data={rows.map(({ id, name }) => ({ value: id, label: name }))}
              value={partition.id}
              onChange={(id) => onChoice({ partition: id ?? undefined })}
            />
            <MonthPickerInput
              size="xs"
              w={150}
              title={t('waterBalance.month')}
              value={`${month}-01`}
              onChange={(day) => onChoice({ month: day?.slice(0, 7) })}
            />
            <LeakageReportMenu partitionId={partition.id} month={month} />
            {mayManage && <InfrastructureTools partition={partition} month={month} />}
          </>
        )
      }
    >
      {partition && month ? (
        <>
          <Balance partition={partition} month={month} target={choice.target} onTarget={(target) => onChoice({ target })} />
          <WaterBalanceList month={month} onSelect={(id) => onChoice({ partition: id })} />
        </>
      ) : (
        <ChartSkeleton height={420} />
      )}
    </Page>
  )
}

/** The month of the last data: the one before it where that has only begun. */
const monthOf = ({ lastDay, timeZone }: PartitionRow): string => {
  const last = lastDay ?? dayOf(Date.now(), timeZone)
  if (Number(last.slice(8)) >= 10) return last.slice(0, 7)
  const before = new Date(`${last.slice(0, 7)}-01T00:00:00Z`)
  before.setUTCMonth(before.getUTCMonth() - 1)
  return before.toISOString().slice(0, 7)
}

function InfrastructureTools({ partition, month }: { partition: PartitionRow; month: string }) {
  const { t } = useTranslation('leakage')
  const [isOpen, setOpen] = useState(false)
  const heads = useSheetHeads()
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconRoute size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('infrastructure.title')}
      </Button>
      <ImportTool
        title={t('infrastructure.title')}
        listPath={waterBalanceKey}
        heads={heads}
        endpoints={{ importTemplate: infrastructure.importInfrastructureTemplate, importData: infrastructure.importInfrastructure }}
      />
      {isOpen && (
        <FormDialog title={`${t('infrastructure.title')} · ${partition.name}`} size={620} onClose={() => setOpen(false)}>
          <InfrastructureForm partitionId={partition.id} month={month} onDone={() => setOpen(false)} onCancel={() => setOpen(false)} />
        </FormDialog>
      )}
    </>
  )
}

type BalanceProps = { partition: PartitionRow; month: string; target: number | undefined; onTarget: (target: number | undefined) => void }

function Balance({ partition, month, target, onTarget }: BalanceProps) {
  const { t } = useTranslation('leakage')
  const balance = useQuery(waterBalanceQuery(partition.id, month, target))
  if (balance.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={balance.error} onRetry={() => balance.refetch()} />
      </div>
    )
  if (!balance.data) return <ChartSkeleton height={420} />
  const { data } = balance
  if (data.daysKnown === 0)
    return (
      <div className="nf-panel">
        <EmptyState icon={IconScale} title={t('waterBalance.emptyTitle')} text={t('waterBalance.emptyText')} />
      </div>
    )
  return (
    <>
      <IwaTable balance={data} />
      <div className="nf-panel" style={{ padding: '8px 12px' }}>
        <ScreenLink
          screen="leakage/index"
          search={{ partition: data.partitionId, from: data.from, to: data.to }}
          className="nf-link nf-small"
        >
          {t('waterBalance.daily')}
        </ScreenLink>
      </div>
      <div className="nf-pair">
        <IndicatorsPanel balance={data} />
        <NightPanel balance={data} />
        <PressurePanel key={partition.id} balance={data} target={target} onTarget={onTarget} />
        <AssumptionsPanel balance={data} />
      </div>
      <NationalSheets balance={data} />
    </>
  )
}
