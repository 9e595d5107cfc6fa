// An OpenSSH signature that lies beside a file (FILE.sig, `ssh-keygen -Y sign -n joulemark FILE`).
#pragma once

#include <string>

namespace joulemark {

struct Signature {
  enum class State {
    kNone,       // none lies beside it
    kUnchecked,  // one does; nobody said who may sign
    kGood,
    kBad,        // not of this file, or not by one who may sign
    kNoProgram,  // ssh-keygen is not installed
  };
  State state = State::kNone;
  std::string signer;  // kGood
  std::string why;     // kBad: what ssh-keygen says
};

// allowed_signers: file of OpenSSH, see ssh-keygen(1); empty: not given.
Signature check_signature(const std::string& path, const std::string& allowed_signers);

}  // namespace joulemark
