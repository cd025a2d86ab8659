import { Button, Group } from '@mantine/core'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import { useState } from 'react'
import { CommandDialog } from '#ui/form/command-dialog.tsx'
import type { Resource } from '#ui/resource/resource.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Commands for one row, as buttons above its details; nothing where the person has no permission. */
export function CommandButtons<Row extends object>({ resource, row, mb = 'sm' }: { resource: Resource<Row>; row: Row; mb?: 'sm' | 0 }) {
  const words = useResourceWords(resource)
  const mayDo = useMayDo()
  const [open, setOpen] = useState<NamedCommand<Row>>()
  const offered = (resource.calls.commands ?? []).filter(({ endpoint, isOffered }) => mayDo(endpoint) && (isOffered?.(row) ?? true))
  if (offered.length === 0 && !open) return null
  return (
    <Group mb={mb} gap="xs">
      {offered.map((command) => (
        <Button key={command.name} size="xs" variant="light" onClick={() => setOpen(command)}>
          {words.own(`command.${command.name}.short`)}
        </Button>
      ))}
      {open && <CommandDialog resource={resource} command={open} rows={[row]} onClose={() => setOpen(undefined)} />}
    </Group>
  )
}
