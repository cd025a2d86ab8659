import { Button, Select } from '@mantine/core'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconArrowLeft, IconNote, IconPrinter, IconReport, IconZoomScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnotateDialog } from '#leakage/investigation/annotate-dialog.tsx'
import { ComparisonPicker } from '#leakage/investigation/comparison-picker.tsx'
import { DayDrill } from '#leakage/investigation/day-drill.tsx'
import type { InvestigationChoice } from '#leakage/investigation/investigation-choice.ts'
import { InvestigationPictures } from '#leakage/investigation/investigation-pictures.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { useZoomInLink } from '#ui/chart/zoom-in-link.ts'
import { resolveRange } from '#ui/day-range.ts'
import { DayRangePicker } from '#ui/form/day-range-picker.tsx'
import { addDays, dayOf } from '#ui/local-days.ts'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

type Props = { choice: InvestigationChoice; onChoice: (choice: InvestigationChoice) => void }

/** Choices that a list shows at once; typing finds the others. */
const shownMax = 50

/** All that is known of one partition on one time axis. Every choice is in the address. */
export function InvestigationScreen({ search: choice, onSearch }: ScreenProps<InvestigationChoice>) {
  const { t } = useTranslation('leakage')
  const partitions = useQuery(partitionsQuery)
  const rows = partitions.data?.rows
  const partition = rows?.find(({ id }) => id === choice.partition) ?? (choice.partition ? undefined : rows?.[0])
  if (partitions.isError) return <ErrorState isScreen error={partitions.error} onRetry={() => partitions.refetch()} />
  if (rows?.length === 0) return <EmptyState isScreen icon={IconZoomScan} title={t('empty.title')} text={t('empty.text')} />
  if (!rows) return <ChartSkeleton height={480} />
  if (!partition) return <EmptyState isScreen icon={IconZoomScan} title={t('empty.unknownPartition')} text={t('empty.choose')} />
  const onChoice = (next: InvestigationChoice) => onSearch(next, { resetScroll: false })
  return <Investigation key={partition.id} {...{ partitions: rows, partition, choice, onChoice }} />
}

type InvestigationProps = Props & { partitions: readonly PartitionRow[]; partition: PartitionRow }

function Investigation({ partitions, partition, choice, onChoice }: InvestigationProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const lastDay = partition.lastDay ?? dayOf(Date.now(), partition.timeZone)
  const range = useMemo(() => resolveRange(choice, lastDay), [choice, lastDay])
  useZoomInLink('investigation', range, partition.timeZone)
  const isReport = choice.view === 'report'
  const pictures = <InvestigationPictures {...{ partitions, partition, range, choice, onChoice, isReport }} />
  if (isReport)
    return (
      <div className="nf-report" data-compared={choice.with !== undefined || choice.against !== undefined || undefined}>
        <Page
          title={t('investigation.reportTitle', { name: partition.name })}
          subtitle={format.period(range.from, addDays(range.to, 1))}
          tools={<ReportTools onBack={() => onChoice({ view: undefined })} />}
        >
          {pictures}
        </Page>
      </div>
    )
  return (
    <Page
      title={t('investigation.title')}
      subtitle={t('investigation.subtitle')}
      tools={
        <>
          <Select
            size="xs"
            w={200}
            searchable
            limit={shownMax}
            allowDeselect={false}
            aria-label={t('investigation.partition')}
            data={partitions.map(({ id, name }) => ({ value: id, label: name }))}
            value={partition.id}
            onChange={(id) => onChoice({ partition: id ?? undefined, mark: undefined, day: undefined })}
          />
          <DayRangePicker choice={choice} range={range} onChoice={onChoice} />
          <ComparisonPicker {...{ partitions, partition, range, choice, onChoice }} />
          <Annotate partition={partition} day={choice.day ?? range.to} />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconReport size={14} aria-hidden />}
            onClick={() => onChoice({ view: 'report' })}
          >
            {t('investigation.report')}
          </Button>
        </>
      }
    >
      {pictures}
      {choice.day !== undefined && <DayDrill partition={partition} day={choice.day} onDay={(day) => onChoice({ day })} />}
    </Page>
  )
}

function ReportTools({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('leakage')
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={onBack}>
        {t('investigation.back')}
      </Button>
      <Button size="xs" leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => window.print()}>
        {t('investigation.print')}
      </Button>
    </>
  )
}

function Annotate({ partition, day }: { partition: PartitionRow; day: string }) {
  const { t } = useTranslation('leakage')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(resourceCalls.annotations.create)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconNote size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('investigation.annotate')}
      </Button>
      {isOpen && <AnnotateDialog partitionId={partition.id} partitionName={partition.name} day={day} onClose={() => setOpen(false)} />}
    </>
  )
}
