import type { ReactNode } from 'react'
import { AlarmPanel } from '#dashboard/alarm-panel.tsx'
import { CommunicationPanel } from '#dashboard/communication-panel.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'

const alarmsLink = (filter: Record<string, string>, children: ReactNode) => (
  <ScreenLink screen="alarms/index" search={filter} className="nf-link">
    {children}
  </ScreenLink>
)

const gatewayLink = (name: string) => (
  <ScreenLink screen="gateways/index" className="nf-link">
    {name}
  </ScreenLink>
)

export const AlarmTile = () => <AlarmPanel alarmsLink={alarmsLink} />
export const CommunicationTile = () => <CommunicationPanel gatewayLink={gatewayLink} />
