import { Alert } from '@mantine/core'
import { useProblemText } from '#api/problem-text.ts'

/** A refusal above the button that was refused. */
export function ProblemAlert({ failure }: { failure: unknown }) {
  const problemText = useProblemText()
  if (failure === null) return null
  return (
    <Alert color="red" variant="light" role="alert" py="xs">
      {problemText(failure)}
    </Alert>
  )
}
