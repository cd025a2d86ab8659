import { useCallback } from 'react'
import { RoundEntry } from '#metering/round/round-entry.tsx'
import { isStillSignedIn } from '#metering/round/round-person.ts'
import type { RoundPerson } from '#metering/round/round-store.ts'
import { MyOrders } from '#work-orders/crew/my-orders.tsx'
import '#metering/round/round.css'

/** Screens are put together here: contexts do not know one another. */

export function CrewScreen() {
  return <RoundEntry>{(person, isSessionOver) => <Crew person={person} isSessionOver={isSessionOver} />}</RoundEntry>
}

function Crew({ person, isSessionOver }: { person: RoundPerson; isSessionOver: boolean }) {
  const isSame = useCallback(() => isStillSignedIn(person), [person])
  return <MyOrders person={person.person} isSessionOver={isSessionOver} isStillSignedIn={isSame} />
}
