import { ResourceScreen } from '#ui/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { agentResource } from './agent-resource.tsx'
import { carrierResource } from './carrier-resource.tsx'
import { noticeResource } from './notice-resource.tsx'
import { operationResource } from './operation-resource.tsx'
import { outboxResource } from './outbox-resource.tsx'
import { signInResource } from './sign-in-resource.tsx'
import { thirdPartyResource } from './third-party-resource.tsx'

/** Screens that are their resource and nothing else. */

export function NoticesScreen(props: ScreenProps) {
  return <ResourceScreen resource={noticeResource} {...props} />
}

export function CarriersScreen(props: ScreenProps) {
  return <ResourceScreen resource={carrierResource} {...props} />
}

export function ThirdPartiesScreen(props: ScreenProps) {
  return <ResourceScreen resource={thirdPartyResource} {...props} />
}

export function OperationsScreen(props: ScreenProps) {
  return <ResourceScreen resource={operationResource} {...props} />
}

export function SignInsScreen(props: ScreenProps) {
  return <ResourceScreen resource={signInResource} {...props} />
}

export function OutboxScreen(props: ScreenProps) {
  return <ResourceScreen resource={outboxResource} {...props} />
}

export function AgentsScreen(props: ScreenProps) {
  return <ResourceScreen resource={agentResource} {...props} />
}
