import { useParams } from '@tanstack/react-router'
import { RequestScreen } from '#work-orders/request/request-screen.tsx'

/** The public page of requests. */
export function Requests() {
  const { tenant = '' } = useParams({ strict: false }) as { tenant?: string }
  return <RequestScreen key={tenant} tenant={tenant} />
}
