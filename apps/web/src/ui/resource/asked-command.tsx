import { Alert, Button } from '@mantine/core'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iconOfCommand } from '#ui/form/command-icon.tsx'
import type { ListCalls } from '#ui/resource/resource.ts'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import type { ListSearch } from '#ui/table/list-search.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** The word of an address for what is to be done: `create`, or the name of a command on a row that is still to be chosen. */
export const askedWord = 'do'
const creates = 'create'

/** The command that the address of a list names, where the person may give it. */
export function useAskedCommand<Row extends object>(
  calls: Pick<ListCalls<Row>, 'create' | 'commands'>,
  search: ListSearch,
): { isToCreate: boolean; command: NamedCommand<Row> | undefined } {
  const mayDo = useMayDo()
  const asked = search[askedWord]
  return {
    isToCreate: asked === creates && mayDo(calls.create),
    command: calls.commands?.find(({ name, endpoint }) => name === asked && mayDo(endpoint)),
  }
}

/** The dialog of a tool that makes a row: open when its button is pressed, or when the address asks for it. */
export function useOpenTool(): { isOpen: boolean; open: () => void; close: () => void } {
  const { [askedWord]: asked } = useScreenSearch<{ [askedWord]?: string }>()
  const navigate = useNavigate()
  const [isPressed, setPressed] = useState(false)
  return {
    isOpen: isPressed || asked === creates,
    open: () => setPressed(true),
    close: () => {
      setPressed(false)
      if (asked === creates)
        void navigate({ to: '.', search: ((kept: object) => ({ ...kept, [askedWord]: undefined })) as never, replace: true })
    },
  }
}

/** Over a list whose rows wait for a command: which one, and the way out. */
export function ChooseRow<Row>({ command, words, onCancel }: { command: NamedCommand<Row>; words: ResourceWords; onCancel: () => void }) {
  const { t } = useTranslation('shared')
  const Icon = iconOfCommand[command.icon]
  return (
    <Alert
      icon={<Icon size={18} aria-hidden />}
      title={t('resource.chooseRow', { command: words.own(`command.${command.name}.short`) })}
      mb="sm"
    >
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </Alert>
  )
}
