import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { PayScreen } from '#payments/pay/pay-screen.tsx'
import { TokenDigits } from '#ui/token-digits.tsx'

/** The public page of payers. Screens are put together here: contexts do not know one another. */
export function Pay() {
  const { tenant = '' } = useParams({ strict: false }) as { tenant?: string }
  const { hash } = useLocation()
  const navigate = useNavigate()
  return (
    <PayScreen
      key={tenant}
      tenant={tenant}
      hash={hash}
      onAddress={(href) => void navigate({ href })}
      tokensOf={(digits) => <TokenDigits tokens={digits} />}
    />
  )
}
