// A sign-in from the password to the open session: whatever the service asks for next is shown.
import { useState } from 'react';
import type { SignedIn } from '../api/schema.gen.ts';
import { SIGN_IN_TEXTS as sign_in } from '../texts/sign-in.ts';
import { EnrolStep } from './enrol-step.tsx';
import { FactorStep } from './factor-step.tsx';
import { LinkStep } from './link-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { readonly name: 'password' | 'enrol' | 'link' }
  | { readonly name: 'factor'; readonly methods: SignedIn['second_factors'] }
  | { readonly name: 'codes'; readonly list: readonly string[] };

const NEXT: Readonly<Record<SignedIn['outcome'], (answer: SignedIn) => Step | null>> = {
  signed_in: () => null,
  second_factor_required: ({ second_factors: methods }) => ({ name: 'factor', methods }),
  enrolment_required: () => ({ name: 'enrol' }),
  enrolment_link_required: () => ({ name: 'link' }),
};

const TITLES: Readonly<Record<Step['name'], string>> = {
  password: sign_in.title,
  factor: sign_in.factor.title,
  enrol: sign_in.enrol.title,
  link: sign_in.by_link.paste_title,
  codes: sign_in.codes.title,
};

type Given = {
  readonly email?: string;
  /** The secret of the link by which new factors are set up. */
  readonly link?: string;
  readonly done: () => void;
};

/**
 * `title` says what is asked for now; `step` is its form. `answered` goes on with an answer of the
 * service to somebody who has shown who they are already.
 */
export function useSignIn({ email, link, done }: Given) {
  const [step, go] = useState<Step>({ name: 'password' });
  const again = () => go({ name: 'password' });
  const next = (answer: SignedIn) => {
    const found = NEXT[answer.outcome](answer);
    if (found === null) done();
    else go(found);
  };
  const enrolled = (list: readonly string[] | null) =>
    list === null ? done() : go({ name: 'codes', list });
  const shown = () => {
    switch (step.name) {
      case 'password':
        return (
          <PasswordStep
            email={email}
            next={next}
            signedIn={done}
            is_for_link={link !== undefined}
          />
        );
      case 'factor':
        return <FactorStep methods={step.methods} signedIn={done} again={again} />;
      case 'enrol':
        return <EnrolStep done={enrolled} again={again} />;
      case 'link':
        return <LinkStep link={link} done={() => go({ name: 'enrol' })} again={again} />;
      case 'codes':
        return <RecoveryCodes list={step.list} done={done} />;
    }
  };
  return { title: TITLES[step.name], step: shown(), answered: next };
}
