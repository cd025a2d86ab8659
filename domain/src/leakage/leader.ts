import type { PartitionCreated } from '@nightflow/schemas/leakage/partition'

export type Leader = Pick<PartitionCreated, 'personId' | 'leaderName' | 'leaderPhone'>
export type WantedLeader = { [Field in 'leaderName' | 'leaderPhone']?: string | null | undefined }

export const noLeader: Leader = { personId: null, leaderName: null, leaderPhone: null }

/**
 * The leader of a point after a change: another name is another person, another telephone is not. A leader of whom neither is known any more was
 * erased, and cannot be distinguished from the next one: a change then is about `newPersonId`, which the caller of the decider found or created.
 */
export const leaderAfter = (present: Leader, wanted: WantedLeader, newPersonId: string | undefined): Leader => {
  const { leaderName = present.leaderName, leaderPhone = present.leaderPhone } = wanted
  if (leaderName === null && leaderPhone === null) return isErased(present) && !isStated(wanted) ? present : noLeader
  if (present.personId !== null && !isErased(present) && !isAnotherName(present.leaderName, leaderName))
    return { personId: present.personId, leaderName, leaderPhone }
  if (newPersonId === undefined) throw new Error('a leader was stated without a person')
  return { personId: newPersonId, leaderName, leaderPhone }
}

const isErased = ({ leaderName, leaderPhone }: Leader): boolean => leaderName === null && leaderPhone === null
const isStated = ({ leaderName, leaderPhone }: WantedLeader): boolean => leaderName !== undefined || leaderPhone !== undefined
const isAnotherName = (name: string | null, other: string | null): boolean => name !== null && other !== null && name !== other

/** Fields of the change in the event: the changed fields of a known person, and all fields of a new person. */
export const leaderChanges = (present: Leader, leader: Leader): Partial<Leader> => {
  if (leader.personId !== null && leader.personId !== present.personId) return leader
  const fields = (['leaderName', 'leaderPhone'] as const).filter((field) => leader[field] !== present[field])
  if (fields.length === 0) return {}
  return { personId: leader.personId, ...Object.fromEntries(fields.map((field) => [field, leader[field]])) }
}
