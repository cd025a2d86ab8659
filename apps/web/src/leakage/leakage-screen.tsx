import { Group, Text } from '@mantine/core'
import { IconDroplet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AsOfBanner } from '#leakage/as-of-banner.tsx'
import { CreateCascadeButton } from '#leakage/create-cascade-button.tsx'
import { partitionsAsOfQuery } from '#leakage/leakage-queries.ts'
import { NothingThen } from '#leakage/nothing-then.tsx'
import { PartitionDetail } from '#leakage/partition-detail.tsx'
import { PartitionTools } from '#leakage/partition-tools.tsx'
import { PartitionTree } from '#leakage/partition-tree.tsx'
import { PartitionWizard } from '#leakage/partition-wizard.tsx'
import { RemovePointsButton } from '#leakage/remove-points-button.tsx'
import { useSession } from '#session/session-query.ts'
import type { DayRangeChoice } from '#ui/day-range.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

export type LeakageChoice = DayRangeChoice & { partition?: string | undefined; asOf?: string | undefined }
type Props = { choice: LeakageChoice; onChoice: (choice: LeakageChoice) => void; mayManage: boolean }

/** Leakage analysis: the cascades to the left, the chosen partition to the right. Every choice is in the URL. */
export function LeakageScreen(props: Props) {
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Cascades {...props} onCreate={() => setCreating(true)} />
      {/* Beside the list: the first cascade ends the empty screen while its wizard goes on. */}
      <PartitionWizard
        opened={isCreating}
        parent={null}
        onClose={() => setCreating(false)}
        onFinished={(partition) => props.onChoice({ partition })}
      />
    </>
  )
}

function Cascades({ choice, onChoice, mayManage, onCreate }: Props & { onCreate: () => void }) {
  const { t } = useTranslation('leakage')
  const { timeZone } = useSession()
  const partitions = useQuery(partitionsAsOfQuery(choice.asOf))
  const rows = partitions.data?.rows
  const selected = rows?.find(({ id }) => id === choice.partition) ?? (choice.partition ? undefined : rows?.[0])
  const select = (partition: string) => onChoice({ partition })
  const leavePast = () => onChoice({ asOf: undefined })
  if (partitions.isError) {
    const error = <ErrorState isScreen error={partitions.error} onRetry={() => partitions.refetch()} />
    return choice.asOf ? <NothingThen error={partitions.error} otherwise={error} onLeave={leavePast} isScreen /> : error
  }
  if (rows?.length === 0) {
    const create = mayManage && !choice.asOf && <CreateCascadeButton isAlone onOpen={onCreate} />
    return <EmptyState isScreen icon={IconDroplet} title={t('empty.title')} text={t('empty.text')} action={create} />
  }
  return (
    <div className="nf-split nf-leakage">
      <aside className="nf-panel nf-tree-panel">
        <div className="nf-panel-head nf-tree-head">
          <Text component="h2" className="nf-panel-title">
            {t('tree.title')}
          </Text>
          {mayManage && !choice.asOf && (
            <Group gap={4} wrap="nowrap">
              <RemovePointsButton partitions={rows} />
              <CreateCascadeButton onOpen={onCreate} />
            </Group>
          )}
        </div>
        <PartitionTree partitions={rows} selected={selected?.id} onSelect={select} />
      </aside>
      {selected ? (
        <PartitionDetail
          key={selected.id}
          partition={selected}
          choice={choice}
          asOf={choice.asOf}
          onChoice={onChoice}
          onAsOf={(asOf) => onChoice({ asOf })}
          onSelect={select}
          tools={
            <PartitionTools partition={selected} mayManage={mayManage && !choice.asOf} onGone={() => onChoice({ partition: undefined })} />
          }
        />
      ) : rows ? (
        <EmptyState isScreen icon={IconDroplet} title={t('empty.unknownPartition')} text={t('empty.choose')} />
      ) : (
        <div className="nf-stack">
          {choice.asOf && <AsOfBanner asOf={choice.asOf} timeZone={timeZone} leftOutEvents={undefined} onLeave={leavePast} />}
          <ChartSkeleton height={480} />
        </div>
      )}
    </div>
  )
}
