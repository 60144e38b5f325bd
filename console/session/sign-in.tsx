// The page on which people sign in.
import { Entrance } from './entrance.tsx';
import { useSignIn } from './sign-in-flow.tsx';

export function SignIn({ done }: { done: () => void }) {
  const { title, step } = useSignIn({ done });
  return <Entrance title={title}>{step}</Entrance>;
}
