import { openAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { operateValve } from '@nightflow/schemas/devices/endpoints'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import {
  IconCash,
  IconLock,
  IconLockOpen,
  IconMaximize,
  type IconProps,
  IconRefresh,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { ReceivePaymentDialog } from '#billing/receive-payment-dialog.tsx'
import { OpenAccountDialog } from '#customers/open-account-tool.tsx'
import { FindValveDialog } from '#devices/find-valve-dialog.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type PaletteCommand = { id: string; icon: ComponentType<IconProps>; run: () => void }

type Dialog = 'receivePayment' | 'openAccount' | 'closeValve' | 'openValve'

const switchFullScreen = () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())

/** Commands that are available on every screen, as far as the person has the permission, and the dialog of the command that was chosen. */
export function usePaletteCommands() {
  const navigate = useNavigate()
  const mayDo = useMayDo()
  const [open, setOpen] = useState<Dialog>()
  const opening = (dialog: Dialog, icon: PaletteCommand['icon']): PaletteCommand => ({ id: dialog, icon, run: () => setOpen(dialog) })
  const commands: readonly PaletteCommand[] = [
    ...(mayDo(resourceCalls.payments.create) ? [opening('receivePayment', IconCash)] : []),
    ...(mayDo(openAccount) ? [opening('openAccount', IconUserPlus)] : []),
    ...(mayDo(operateValve) ? [opening('closeValve', IconLock), opening('openValve', IconLockOpen)] : []),
    { id: 'profile', icon: IconUserCircle, run: () => void navigate({ to: '/user/profile' }) },
    { id: 'fullScreen', icon: IconMaximize, run: switchFullScreen },
    { id: 'reload', icon: IconRefresh, run: () => window.location.reload() },
  ]
  return { commands, dialog: <OpenedDialog open={open} onClose={() => setOpen(undefined)} /> }
}

function OpenedDialog({ open, onClose }: { open: Dialog | undefined; onClose: () => void }) {
  switch (open) {
    case 'receivePayment':
      return <ReceivePaymentDialog onClose={onClose} />
    case 'openAccount':
      return <OpenAccountDialog onClose={onClose} />
    case 'closeValve':
      return <FindValveDialog position="closed" onClose={onClose} />
    case 'openValve':
      return <FindValveDialog position="open" onClose={onClose} />
    default:
      return null
  }
}
