import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { announceDone } from '#session/announce-done.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'

type Props<Schema extends z.ZodObject, Answer> = {
  title: string
  schema: Schema
  fields: readonly FieldChoice[]
  initial?: Record<string, FieldValue>
  previewLabel: string
  /** Asks for the effect of the command; nothing is done yet. */
  preview: (typed: z.output<Schema>) => Promise<Answer>
  /** `replace` shows another answer, such as the next page. */
  show: (answer: Answer, replace: (answer: Answer) => void) => ReactNode
  /** Label of the button that carries it out; null where there is nothing to do. */
  confirmLabel: (answer: Answer) => string | null
  /** Text of the notification once it is done. */
  doneText: (answer: Answer) => string
  /** Does what was previewed. Another try has the same id, so that nothing is done twice. */
  confirm: (typed: z.output<Schema>, operationId: string, answer: Answer) => Promise<unknown>
  onClose: () => void
}

/** A form for something with money in it: it is done only after its figures were seen. */
export function PreviewedDialog<Schema extends z.ZodObject, Answer>(props: Props<Schema, Answer>) {
  const { title, schema, fields, initial = {}, previewLabel, preview, show, confirmLabel, doneText, confirm, onClose } = props
  const [previewed, setPreviewed] = useState<{ typed: z.output<Schema>; answer: Answer; operationId: string } | null>(null)
  const label = previewed && confirmLabel(previewed.answer)
  return (
    <FormDialog title={title} onClose={onClose} size={720}>
      <Stack gap="sm">
        <CommandForm
          schema={schema}
          fields={fields}
          initial={initial}
          submitLabel={previewLabel}
          onCancel={onClose}
          doneText={null}
          onTyped={() => setPreviewed(null)}
          onSubmit={async (typed) => {
            setPreviewed({ typed, answer: await preview(typed), operationId: newOperationId() })
          }}
        />
        {previewed && show(previewed.answer, (answer) => setPreviewed({ ...previewed, answer }))}
        {previewed && label && (
          <Confirm
            label={label}
            doneText={doneText(previewed.answer)}
            confirm={() => confirm(previewed.typed, previewed.operationId, previewed.answer)}
            onDone={onClose}
          />
        )}
      </Stack>
    </FormDialog>
  )
}

type ConfirmProps = { label: string; doneText: string; confirm: () => Promise<unknown>; onDone: () => void }

function Confirm({ label, doneText, confirm, onDone }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const press = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await confirm()
      announceDone(doneText)
      onDone()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ProblemAlert failure={failure} />
      <Group justify="flex-end">
        <Button loading={busy} onClick={press}>
          {label}
        </Button>
      </Group>
    </>
  )
}
