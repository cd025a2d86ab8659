import type { CommandIcon } from '@nightflow/schemas/shared/named-command'
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBan,
  IconBellOff,
  IconCircleCheck,
  IconCoins,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlayerPlay,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

export const iconOfCommand: Record<CommandIcon, ComponentType<IconProps>> = {
  start: IconPlayerPlay,
  finish: IconCircleCheck,
  mute: IconBellOff,
  undo: IconArrowBackUp,
  money: IconCoins,
  edit: IconPencil,
  lock: IconLock,
  unlock: IconLockOpen,
  move: IconArrowsExchange,
  cancel: IconBan,
}
