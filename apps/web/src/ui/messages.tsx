import { Notifications } from '@mantine/notifications'

/** Messages in the corner of the page. */
export default function Messages() {
  return <Notifications position="bottom-right" limit={4} />
}
