import { notifications } from '@mantine/notifications'

/** Says in the corner that a command was carried out. */
export const announceDone = (message: string): void => {
  notifications.show({ message, color: 'green.8' })
}
