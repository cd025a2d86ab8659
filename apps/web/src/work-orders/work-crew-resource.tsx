import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { listCrews } from '@nightflow/schemas/work-orders/work-order-calls'
import { useMemo } from 'react'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useFormat } from '#ui/use-format.ts'
import { useWorkers } from '#work-orders/use-workers.ts'

function useFormChoices() {
  const choices = useWorkers().map(({ userId, name: label }) => ({ value: userId, label }))
  return { leaderId: { choices }, memberIds: { choices } }
}

const { Created: _, ...crews } = resourceOf(resources.workCrews, resourceCalls.workCrews, {
  useChoices: useFormChoices,
  cell: { memberIds: ({ memberIds }) => <Members ids={memberIds} /> },
  related: [[listCrews.path]],
})

function Members({ ids }: { ids: readonly number[] }) {
  const people = useWorkers()
  const { list } = useFormat()
  return <>{list(ids.map((id) => people.find(({ userId }) => userId === id)?.name ?? String(id)))}</>
}

/** Every crew; its people are chosen by name. */
export function Screen({ search, onSearch }: ScreenProps) {
  const people = useWorkers()
  const resource = useMemo(
    () => ({ ...crews, choices: { leaderId: people.map(({ userId, name }) => ({ value: String(userId), label: name })) } }),
    [people],
  )
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}
