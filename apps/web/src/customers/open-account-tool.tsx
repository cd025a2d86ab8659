import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { NatureOfUse } from '@nightflow/schemas/customers/account'
import { addAttachment } from '@nightflow/schemas/customers/account-attachments'
import { openAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { listAccounts } from '@nightflow/schemas/customers/endpoints'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, uploadFile } from '#api/call.ts'
import { useWordedFields } from '#customers/account-fields.ts'
import { accountWords } from '#customers/account-query.ts'
import { AttachmentChoice } from '#customers/attachment-choice.tsx'
import { announceDone } from '#session/announce-done.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import { defaultsOf, FormDialog } from '#ui/form/resource-form.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const individual = NatureOfUse.enum.individual

/** Opens one account by a form. */
export function OpenAccountTool() {
  const words = useResourceWords(accountWords)
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(openAccount)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {words.own('create')}
      </Button>
      {isOpen && <OpenAccountDialog onClose={() => setOpen(false)} />}
    </>
  )
}

export function OpenAccountDialog({ onClose }: { onClose: () => void }) {
  const openScreen = useOpenScreen()
  const words = useResourceWords(accountWords)
  const client = useQueryClient()
  const customers = useTranslation('customers').t
  const mayDo = useMayDo()
  const [files, setFiles] = useState<readonly File[]>([])
  const [natureOfUse, setNatureOfUse] = useState<string>(individual)
  const fields = useWordedFields(openAccount.request, true, natureOfUse)
  return (
    <FormDialog title={words.own('create')} onClose={onClose} size={640}>
      <CommandForm
        schema={openAccount.request}
        fields={fields}
        initial={defaultsOf(openAccount, Object.keys(openAccount.request.shape))}
        submitLabel={words.own('create')}
        onCancel={onClose}
        doneText={null}
        onTyped={(typed) => setNatureOfUse(String(typed.natureOfUse))}
        onSubmit={async (command) => {
          const { accountNo } = await call(openAccount, command)
          const names = await sendFiles(accountNo, files)
          if (names.length > 0)
            notifications.show({ message: customers('attachments.notSent', { names: names.join(', ') }), color: 'red.8', autoClose: false })
          await client.invalidateQueries({ queryKey: [listAccounts.path] })
          announceDone(words.own('created', { accountNo }))
          onClose()
          // The next steps at the counter are on the page of the account: its meter, its price, its first payment.
          openScreen('customers/account', { params: { accountNo } })
        }}
      >
        {mayDo(addAttachment) && <AttachmentChoice files={files} onChange={setFiles} />}
      </CommandForm>
    </FormDialog>
  )
}

/** The names of those that could not be sent: the account is open by then, so that its form is not sent again for them. */
const sendFiles = async (accountNo: string, files: readonly File[]): Promise<string[]> => {
  const failed: string[] = []
  for (const file of files) {
    try {
      await uploadFile(addAttachment, { accountNo }, file)
    } catch {
      failed.push(file.name)
    }
  }
  return failed
}
