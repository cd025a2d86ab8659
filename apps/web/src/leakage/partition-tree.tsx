import { ActionIcon, Text } from '@mantine/core'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cascadesOf, type PartitionNode } from '#leakage/partition-order.ts'
import { RateChip } from '#leakage/rate-chip.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { partitions: readonly PartitionRow[] | undefined; selected: string | undefined; onSelect: (id: string) => void }

/** The cascades with the key figures of each point's latest complete day. */
export function PartitionTree({ partitions, selected, onSelect }: Props) {
  const { t } = useTranslation('leakage')
  const roots = useMemo(() => cascadesOf(partitions ?? []), [partitions])
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const fold = (id: string) =>
    setFolded((previous) => (previous.has(id) ? new Set([...previous].filter((other) => other !== id)) : new Set([...previous, id])))
  if (partitions === undefined) {
    return (
      <div style={{ padding: 12 }} aria-busy>
        {[70, 60, 64, 52, 58].map((width) => (
          <Skeleton key={width} height={14} width={`${width}%`} my={11} />
        ))}
      </div>
    )
  }
  return (
    <nav aria-label={t('tree.label')}>
      <ul className="nf-tree-list" style={{ padding: 4 }}>
        {roots.map((node) => (
          <Branch key={node.partition.id} node={node} selected={selected} onSelect={onSelect} folded={folded} onFold={fold} />
        ))}
      </ul>
    </nav>
  )
}

type BranchProps = {
  node: PartitionNode
  selected: string | undefined
  onSelect: (id: string) => void
  folded: ReadonlySet<string>
  onFold: (id: string) => void
}

function Branch({ node, selected, onSelect, folded, onFold }: BranchProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const { partition, children } = node
  const isFolded = folded.has(partition.id)
  const { latest } = partition
  return (
    <li>
      <div className="nf-tree-row" data-active={selected === partition.id} style={{ paddingLeft: 4 + (partition.level - 1) * 12 }}>
        {children.length > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xs"
            aria-expanded={!isFolded}
            aria-label={t(isFolded ? 'tree.unfold' : 'tree.fold', { name: partition.name })}
            onClick={() => onFold(partition.id)}
          >
            {isFolded ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
          </ActionIcon>
        ) : (
          <span style={{ width: 18, flex: 'none' }} />
        )}
        <button type="button" className="nf-tree-button" aria-current={selected === partition.id} onClick={() => onSelect(partition.id)}>
          <span className="nf-tree-text">
            <span className="nf-tree-name">{partition.name}</span>
            <Text size="xs" c="dimmed" component="span" className="nf-figures nf-nowrap">
              {t('tree.figures', {
                night: format.cubicMetres(latest?.nightMinimumFlowLitresPerHour),
                kl: format.number(latest?.klRatio, 2),
              })}
            </Text>
          </span>
          <RateChip latest={latest} thresholds={partition.thresholds} />
        </button>
      </div>
      {!isFolded && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Branch key={child.partition.id} node={child} selected={selected} onSelect={onSelect} folded={folded} onFold={onFold} />
          ))}
        </ul>
      )}
    </li>
  )
}
