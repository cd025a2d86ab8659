import {
  ActionIcon,
  Checkbox,
  filterTreeData,
  Group,
  getTreeExpandedState,
  TextInput,
  Tooltip,
  Tree,
  type TreeNodeData,
  useTree,
} from '@mantine/core'
import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import { IconChevronDown, IconChevronRight, IconFold, IconLineHeight, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { treeDataOf } from '#ui/resource/tree-data.ts'
import '#ui/form/forms.css'

type Props = {
  /** Name of the tree for screen readers. */
  label: string
  nodes: readonly TreeNode[]
  heightMax?: number | string
} & (
  | { chosen: number | undefined; onChoose: (id: number) => void; checked?: never; onCheck?: never }
  | { checked: readonly number[]; onCheck: (ids: number[]) => void; chosen?: never; onChoose?: never }
)

/** A tree to choose one node of, or to check many: arrows walk and open, space or enter takes. Nodes that match a search stay with their parents. */
export function TreeView({ label, nodes, heightMax, ...how }: Props) {
  const { t } = useTranslation('shared')
  const [typed, setTyped] = useState('')
  const data = useMemo(() => treeDataOf(nodes), [nodes])
  const shown = useMemo(() => (typed.trim() ? filterTreeData(data, typed.trim()) : data), [data, typed])
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const isChecking = how.onCheck !== undefined
  const expandedState = useMemo(() => {
    const all = getTreeExpandedState(data, '*')
    return Object.fromEntries(Object.keys(all).map((value) => [value, typed.trim() !== '' || !folded.has(value)]))
  }, [data, folded, typed])
  const tree = useTree({
    expandedState,
    onExpandedStateChange: (next) => setFolded(new Set(Object.keys(next).filter((value) => !next[value]))),
    checkedState: (how.checked ?? []).map(String),
    onCheckedStateChange: (next) => how.onCheck?.(next.map(Number)),
    // A role may hold a page without all its buttons, and a page needs its directory: each node is checked by itself.
    checkStrictly: true,
    selectedState: how.chosen === undefined ? [] : [String(how.chosen)],
    onSelectedStateChange: (next) => next[0] !== undefined && how.onChoose?.(Number(next[0])),
  })
  const check = (node: TreeNodeData) => {
    const checked = new Set(how.checked)
    const isChecked = checked.has(Number(node.value))
    for (const id of withBelow(node)) isChecked ? checked.delete(id) : checked.add(id)
    if (!isChecked) for (const id of above(data, node.value)) checked.add(id)
    how.onCheck?.([...checked])
  }
  return (
    <div className="nf-tree">
      <Group gap={4} wrap="nowrap" p={6}>
        <TextInput
          size="xs"
          flex={1}
          aria-label={t('tree.search')}
          placeholder={t('tree.search')}
          leftSection={<IconSearch size={13} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TreeTool icon={IconLineHeight} label={t('tree.unfold')} onClick={() => setFolded(new Set())} />
        <TreeTool icon={IconFold} label={t('tree.fold')} onClick={() => setFolded(new Set(Object.keys(getTreeExpandedState(data, '*'))))} />
      </Group>
      <div style={{ maxHeight: heightMax, overflow: 'auto', padding: '0 6px 6px' }}>
        {shown.length === 0 && typed !== '' && <p className="nf-tree-nothing">{t('tree.nothingFound')}</p>}
        <Tree
          data={shown}
          tree={tree}
          levelOffset={18}
          aria-label={label}
          expandOnClick={false}
          selectOnClick={!isChecking}
          expandOnSpace={!isChecking}
          checkOnSpace={isChecking}
          renderNode={({ node, expanded, hasChildren, selected, elementProps }) => (
            <div {...elementProps} className={`${elementProps.className} nf-tree-row`} data-active={selected}>
              {hasChildren ? (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="xs"
                  tabIndex={-1}
                  aria-label={t('tree.toggle', { name: String(node.label) })}
                  onClick={(event) => {
                    event.stopPropagation()
                    tree.toggleExpanded(node.value)
                  }}
                >
                  {expanded ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                </ActionIcon>
              ) : (
                <span style={{ width: 18, flex: 'none' }} />
              )}
              {isChecking ? (
                <Checkbox
                  size="xs"
                  tabIndex={-1}
                  label={node.label}
                  checked={how.checked?.includes(Number(node.value)) ?? false}
                  onChange={() => check(node)}
                />
              ) : (
                <span className="nf-tree-name">{node.label}</span>
              )}
            </div>
          )}
        />
      </div>
    </div>
  )
}

const withBelow = (node: TreeNodeData): number[] => [Number(node.value), ...(node.children ?? []).flatMap(withBelow)]

/** The ancestors of a node. */
function above(nodes: readonly TreeNodeData[], value: string): number[] {
  for (const node of nodes) {
    if (node.value === value) return []
    const children = node.children ?? []
    if (children.some((child) => child.value === value)) return [Number(node.value)]
    const found = above(children, value)
    if (found.length > 0) return [Number(node.value), ...found]
  }
  return []
}

function TreeTool({ icon: Icon, label, onClick }: { icon: typeof IconFold; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon size={15} />
      </ActionIcon>
    </Tooltip>
  )
}
